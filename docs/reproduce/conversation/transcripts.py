"""Holds the conversations of talks/*.txt with `grice chat` and prints them as Markdown.

    python3 transcripts.py --grice target/release/grice [--schools INDEX] > transcripts.txt

Talks whose name begins with 2007 are over INDEX, an index of the 2007 encyclopedia; the others are over the demo. Of the former the replies are
not printed, as the text is not ours to publish, only what they were taken from; --text prints them for reading.
"""

import argparse
import json
import pathlib
import subprocess

TALKS = pathlib.Path(__file__).parent / "talks"


def held(grice, file, index):
    command = [grice, "chat", "--json", "--no-save", *(["--index", index] if index else [])]
    done = subprocess.run(command, input=file.read_text(), capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--grice", default="grice")
    parser.add_argument("--schools", help="an index of the 2007 encyclopedia")
    parser.add_argument("--text", action="store_true", help="print the replies of the 2007 encyclopedia too")
    args = parser.parse_args()
    for file in sorted(TALKS.glob("*.txt")):
        old = file.stem.startswith("2007")
        if old and not args.schools:
            continue
        print(f"## {file.stem}\n")
        replies = held(args.grice, file, args.schools if old else None)
        for question, reply in zip(file.read_text().splitlines(), replies):
            titles = list(dict.fromkeys(span["title"] for span in reply.get("literal", []) + reply.get("pragmatic", [])))
            print(f"**{question}**  ")
            text = " ".join(reply.get("reply", reply.get("error", "")).split())
            print(text if not old or args.text else "(unknown)" if reply.get("unknown") else f"({', '.join(titles) or 'no page'})", end="\n\n")


if __name__ == "__main__":
    main()
