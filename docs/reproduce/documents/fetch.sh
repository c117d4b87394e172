#!/bin/sh
# Unpacks the manuals that are measured, as Debian packages them, into a folder: a folder a package, those already there are kept.
# With the archive of Wikipedia's pages (MediaWiki of 2007), unpacks that too.
#
#     fetch.sh MANUALS [wikipedia-schools-2007-html.tar.xz]
set -eu
manuals=$1
archive=${2:-}
mkdir -p "$manuals/deb"
apt-get update -qq || true
for package in \
    apache2-doc asciidoctor-doc bash-doc cmake-doc debian-handbook debian-policy debian-reference-en doxygen-doc \
    exim4-doc-html git-doc libboost1.74-doc libcommons-lang3-java-doc libeigen3-doc libglib2.0-doc libgtk-4-doc \
    mkdocs-doc nodejs-doc octave-doc openjdk-17-doc postgresql-doc-15 python-django-doc python3.11-doc rust-doc \
    sphinx-doc sqlite3-doc valgrind weechat-doc
do
    [ -d "$manuals/$package" ] && continue
    echo "$package" >&2
    (cd "$manuals/deb" && apt-get download -q "$package")
    dpkg-deb -x "$manuals/deb/$package"_*.deb "$manuals/$package.part"
    mv "$manuals/$package.part" "$manuals/$package"
done
if [ -n "$archive" ] && [ ! -d "$manuals/wikipedia" ]; then
    mkdir "$manuals/wikipedia.part"
    tar -xf "$archive" -C "$manuals/wikipedia.part"
    mv "$manuals/wikipedia.part" "$manuals/wikipedia"
fi
