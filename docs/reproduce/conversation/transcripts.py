"""Holds the conversations of talks/*.txt with `grice chat` and prints them as Markdown.

    python3 transcripts.py --grice target/release/grice [--schools INDEX] [--manuals FOLDER] > transcripts.txt

Talks whose name begins with 2007 are over INDEX, an index of the 2007 encyclopedia; one named manual-NAME is over the index FOLDER/NAME (of what `grice ingest` made,
FOLDER is collections in Grice's home); the others are over the demo. Of the encyclopedia and the manuals the replies are not printed, as their text is not ours to publish, only
what they were taken from; --text prints them for reading.
"""

import argparse
import json
import pathlib
import subprocess

TALKS = pathlib.Path(__file__).parent / "talks"


def held(grice, file, index):
    command = [grice, "chat", "--json", "--no-save", *(["--index", str(index)] if index else [])]
    done = subprocess.run(command, input=file.read_text(), capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--grice", default="grice")
    parser.add_argument("--schools", help="an index of the 2007 encyclopedia")
    parser.add_argument("--manuals", type=pathlib.Path, metavar="FOLDER", help="a folder of indexes of manuals, each named as its talk is")
    parser.add_argument("--text", action="store_true", help="print the replies of the encyclopedia and of the manuals too")
    args = parser.parse_args()
    for file in sorted(TALKS.glob("*.txt")):
        old, manual = file.stem.startswith("2007"), file.stem.startswith("manual-")
        if old and not args.schools or manual and not args.manuals:
            continue
        index = args.schools if old else args.manuals.resolve() / file.stem.removeprefix("manual-") if manual else None
        print(f"## {file.stem}\n")
        replies = held(args.grice, file, index)
        for question, reply in zip(file.read_text().splitlines(), replies):
            titles = list(dict.fromkeys(span["title"] for span in reply.get("literal", []) + reply.get("pragmatic", [])))
            print(f"**{question}**  ")
            text = " ".join(reply.get("reply", reply.get("error", "")).split())
            shown = args.text or not (old or manual)
            print(text if shown else "(unknown)" if reply.get("unknown") else f"({', '.join(titles) or 'no page'})", end="\n\n")


if __name__ == "__main__":
    main()
