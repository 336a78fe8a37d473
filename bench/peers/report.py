"""The report: a table in Markdown, with what is needed to judge it."""

import os
import platform
import time
from pathlib import Path

from measure import Results, Sizes
from tool import Tool


def read_load() -> str:
    """Processes that were running or waited for a core, on average over the last minute."""
    return f"{os.getloadavg()[0]:.1f}"


def format_report(tools: list[Tool], sizes: Sizes, results: Results, load: list[str]) -> str:
    versions: dict[str, str] = {}
    for tool in tools:
        versions |= tool.versions
    versions["Python"] = platform.python_version()
    lines = [
        f"- Date: {time.strftime('%Y-%m-%d')}",
        f"- Machine: {os.cpu_count()} cores, {_read_memory_gib()} GiB of memory, Linux, data on its disk",
        f"- Load average, before and after: {' and '.join(load)}",
        f"- Versions: {', '.join(f'{name} {version}' for name, version in versions.items())}",
        f"- Sizes: {sizes.solutions:,} solutions of 10 steps, {sizes.rounds} rounds, one client",
        "",
        *format_table(["", *(tool.name for tool in tools)], [
            [row, *(cells.get(tool.name, "–") for tool in tools)] for row, cells in results.rows.items()
        ]),
    ]
    return "\n".join(lines) + "\n"


def format_table(header: list[str], rows: list[list[str]]) -> list[str]:
    """Padded as our formatter does: numbers to the right."""
    widths = [max(len(row[column]) for row in [header, *rows]) for column in range(len(header))]
    alignments = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]

    def format_row(cells: list[str]) -> str:
        first = cells[0].ljust(widths[0])
        return "| " + " | ".join([first, *(cell.rjust(width) for cell, width in zip(cells[1:], widths[1:]))]) + " |"

    return [format_row(header), format_row(alignments), *map(format_row, rows)]


def _read_memory_gib() -> int:
    kib = int(Path("/proc/meminfo").read_text().split("MemTotal:")[1].split()[0])
    return round(kib / 2**20)
