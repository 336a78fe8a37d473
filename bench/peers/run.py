#!/usr/bin/env python3
"""Compares Stepmark with Label Studio and Potato on this machine. See README.md."""

import argparse
import contextlib
import shutil
import signal
import sys
import tempfile
from pathlib import Path

from environments import install
from label_studio_tool import LabelStudio
from measure import Sizes, measure
from potato_tool import Potato
from processes import MemorySampler
from report import format_report, read_load
from stepmark_tool import Stepmark
from tool import Tool, Workplace

REPOSITORY = Path(__file__).resolve().parents[2]

#: How to make each tool, and its environment.
TOOLS = {
    "stepmark": (Stepmark, None),
    "label-studio-sqlite": (lambda workplace: LabelStudio(workplace, "SQLite"), "label-studio"),
    "label-studio-postgresql": (lambda workplace: LabelStudio(workplace, "PostgreSQL"), "label-studio"),
    "potato": (Potato, "potato"),
}
FULL = Sizes(solutions=10_000, annotations=[10_000, 100_000], rounds=300, imports=4, exports=3, settle_seconds=10)
QUICK = Sizes(solutions=200, annotations=[500], rounds=10, imports=2, exports=1, settle_seconds=1)


def read_counts(text: str) -> list[int]:
    return sorted(int(part.replace("_", "")) for part in text.split(",") if part)


def read_options() -> tuple[argparse.Namespace, Sizes]:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small sizes, to check that everything works")
    parser.add_argument("--solutions", type=int, help=f"solutions of an import (default: {FULL.solutions})")
    parser.add_argument(
        "--annotations", type=read_counts, help="numbers of annotations present, with commas (default: 10000,100000)"
    )
    parser.add_argument("--rounds", type=int, help=f"items that each tool labels at a time (default: {FULL.rounds})")
    parser.add_argument("--imports", type=int, help=f"imports (default: {FULL.imports})")
    parser.add_argument("--exports", type=int, help=f"exports (default: {FULL.exports})")
    parser.add_argument("--tools", default=",".join(TOOLS), help=f"with commas (default: {','.join(TOOLS)})")
    parser.add_argument("--output", type=Path, help="also write the report to this file")
    options = parser.parse_args()
    if unknown := set(options.tools.split(",")) - set(TOOLS):
        parser.error(f"unknown tool: {', '.join(sorted(unknown))}")
    defaults = vars(QUICK if options.quick else FULL)
    chosen = {name: value for name in defaults if (value := getattr(options, name, None)) is not None}
    return options, Sizes(**{**defaults, **chosen})


def run(options: argparse.Namespace, sizes: Sizes, folder: Path) -> str:
    memory = MemorySampler()
    environments = REPOSITORY / ".stepmark" / "peers"
    workplace = Workplace(REPOSITORY, folder, environments, memory)
    tools: list[Tool] = []
    with contextlib.ExitStack() as stack:
        stack.callback(memory.stop)
        for name in options.tools.split(","):
            make_tool, environment = TOOLS[name]
            if environment is not None:
                install(environments, environment)
            tools.append(make_tool(workplace))
            stack.callback(tools[-1].stop)
        load = [read_load()]
        results = measure(tools, sizes, memory)
        load.append(read_load())
        return format_report(tools, sizes, results, load)


def main() -> None:
    options, sizes = read_options()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # stops the servers
    parent = REPOSITORY / ".stepmark"
    parent.mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="peers-run-", dir=parent))
    folder.chmod(0o755)  # for PostgreSQL, which runs as another user if this one is root
    try:
        report = run(options, sizes, folder)
    except BaseException:
        print(f"The logs are in {folder}", file=sys.stderr)
        raise
    shutil.rmtree(folder)
    print(report)
    if options.output is not None:
        options.output.write_text(report)


if __name__ == "__main__":
    main()
