"""Tokenises rows with PRMTrainer.tokenize_row of a TRL wheel, and checks the label of every step.

    pip download --no-deps trl==1.13.0
    python3 tokenize-trl-rows.py trl-1.13.0-py3-none-any.whl rows.jsonl

The function is read from the wheel, so neither TRL nor torch is installed. Each byte is a token.
"""

import ast
import json
import sys
import zipfile
from itertools import chain

TRAINER = "trl/experimental/prm/prm_trainer.py"
SEPARATOR = "\n"


class ByteTokenizer:
    bos_token_id = None

    def __call__(self, text, add_special_tokens):
        return {"input_ids": self.encode(text, add_special_tokens)}

    def encode(self, text, add_special_tokens):
        assert add_special_tokens is False
        return list(text.encode())


def load_tokenize_row(wheel):
    source = zipfile.ZipFile(wheel).read(TRAINER).decode()
    trainer = next(
        node
        for node in ast.parse(source).body
        if isinstance(node, ast.ClassDef) and node.name == "PRMTrainer"
    )
    function = next(
        node
        for node in trainer.body
        if isinstance(node, ast.FunctionDef) and node.name == "tokenize_row"
    )
    function.decorator_list = []
    scope = {"chain": chain}
    exec(compile(ast.Module(body=[function], type_ignores=[]), TRAINER, "exec"), scope)
    return scope["tokenize_row"]


def main(wheel, rows):
    tokenize_row = load_tokenize_row(wheel)
    count = 0
    for line in open(rows, encoding="utf-8"):
        row = json.loads(line)
        assert set(row) == {"prompt", "completions", "labels"}, sorted(row)
        tokens = tokenize_row(row, ByteTokenizer(), SEPARATOR, None, None, False, False)
        text = row["prompt"] + "".join(step + SEPARATOR for step in row["completions"])
        assert bytes(tokens["input_ids"]).decode() == text
        labels = [-100] * len(row["prompt"].encode())
        for step, label in zip(row["completions"], row["labels"], strict=True):
            assert isinstance(label, bool), label
            labels += [-100] * len(step.encode()) + [int(label)]
        assert tokens["labels"] == labels
        count += 1
    print(count)


main(*sys.argv[1:])
