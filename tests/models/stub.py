"""A language model of the tests, by lines of JSON: it answers well, or badly in the way that its argument says.

The ways are those of models: prose, broken JSON, actions that are no legal ones, nothing, the end, foreign lines.
"""

import json
import sys
import time

WAY = sys.argv[1]
LEGAL = "Legal actions:\n"


def legal(messages):
    """The names that the last question listed."""
    questions = [one["content"] for one in messages if one["role"] == "user" and LEGAL in one["content"]]
    return [line[2:].partition(": ")[0] for line in questions[-1].partition(LEGAL)[2].splitlines()]


def said(number, messages):
    """What the model says to its question of this number."""
    name = legal(messages)[-1]
    good = json.dumps({"actions": [name], "chance": 0.25})
    bad = {
        "good": good,
        "prose": f"I would play {name} here.",
        "broken": '{"actions": ["' + name,
        "illegal": '{"actions": ["the best one"]}',
        "typed": '{"actions": [1, 2]}',
        "array": '["' + name + '"]',
        "nested": '{"answer": {"actions": ["' + name + '"]}}',
        "empty": "",
        "third": good if number % 3 else "I do not know.",
        "fenced": f"Let me think: {{a}}.\n```json\n{good}\n```\n",
        "two": f'{{"actions": ["nonsense"]}} or better {good}',
        "chance": json.dumps({"actions": name, "chance": 7}),
    }
    return bad.get(WAY, good)


def write(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


for number, line in enumerate(sys.stdin):
    asked = json.loads(line)
    if WAY == "late":
        time.sleep(60)
    if WAY == "ends":
        break
    if WAY == "lines":
        write("loading the model")
    if WAY == "letters":
        write(json.dumps({"text": "x" * asked["max_tokens"]}))
        continue
    if WAY == "number":
        write(json.dumps({"text": 3}))
        continue
    write(json.dumps({"text": said(number, asked["messages"]), "usage": {"in": 10, "out": 2}}))
