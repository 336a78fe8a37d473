"""What is measured, and how: the tools in turns, so that other load on the machine affects all alike."""

import sys
import time
from dataclasses import dataclass, field
from statistics import median

from processes import MemorySampler
from solutions import make_solutions
from tool import Tool

WARM_UP_ROUNDS = 10


@dataclass(frozen=True)
class Sizes:
    solutions: int
    #: Numbers of annotations in the project, ascending.
    annotations: list[int]
    rounds: int
    imports: int
    exports: int
    #: Seconds without requests before the memory of idle servers is read.
    settle_seconds: float


@dataclass
class Results:
    """The cells of each row, by tool."""

    rows: dict[str, dict[str, str]] = field(default_factory=dict)

    def add(self, row: str, tool: Tool, cell: str) -> None:
        self.rows.setdefault(row, {})[tool.name] = cell
        print(f"  {tool.name}: {row}: {cell}", file=sys.stderr)


def measure(tools: list[Tool], sizes: Sizes, memory: MemorySampler) -> Results:
    results = Results()
    for tool in tools:
        print(f"Starting {tool.name} ...", file=sys.stderr)
        tool.start()
    time.sleep(sizes.settle_seconds)
    for tool in tools:
        results.add("Memory of the idle server", tool, format_mib(memory.read(tool.name)))
    memory.reset_peaks()
    measure_imports(tools, sizes, results)
    measure_labelling(tools, sizes, results, "")
    add_memory(tools, memory, results, "import and labelling")
    added_total = 0
    labelled = sizes.rounds + WARM_UP_ROUNDS
    for count in sizes.annotations:
        row_suffix = f", {count:,} annotations"
        memory.reset_peaks()
        for tool in tools:
            # Other statements and ids than those that wait to be labelled.
            seconds = tool.add_annotated(make_solutions(f"annotated{count}", count - added_total))
            added = f"{count - added_total:,} more" if added_total else f"{count:,}"
            results.add(f"Adding {added} solutions with annotations, the fastest way", tool, format_seconds(seconds))
        added_total = count
        measure_labelling(tools, sizes, results, row_suffix)
        labelled += sizes.rounds + WARM_UP_ROUNDS
        add_memory(tools, memory, results, f"labelling{row_suffix}")
        memory.reset_peaks()
        measure_exports(tools, sizes, results, count, labelled)
        add_memory(tools, memory, results, f"export{row_suffix}")
    return results


def measure_imports(tools: list[Tool], sizes: Sizes, results: Results) -> None:
    times: dict[str, list[float]] = {tool.name: [] for tool in tools}
    for number in range(sizes.imports):
        solutions = make_solutions(f"import{number}", sizes.solutions)
        for tool in tools:
            times[tool.name].append(tool.import_solutions(solutions))
    for tool in tools:
        first, *later = times[tool.name]
        results.add(f"Import of {sizes.solutions:,} solutions, first after start", tool, format_seconds(first))
        if later:
            results.add(f"Import of {sizes.solutions:,} solutions, later ones, median", tool, format_seconds(median(later)))


def measure_labelling(tools: list[Tool], sizes: Sizes, results: Results, row_suffix: str) -> None:
    """Next item, draft and submission of each tool in turns. `row_suffix` ends the names of the rows."""
    actions = {"Next item": "open_next", "Save draft": "save_draft", "Submit": "submit"}
    times = {(tool.name, action): [] for tool in tools for action in actions}
    for number in range(-WARM_UP_ROUNDS, sizes.rounds):
        for tool in tools:
            for action, method in actions.items():
                started_at = time.perf_counter()
                getattr(tool, method)()
                if number >= 0:
                    times[tool.name, action].append(time.perf_counter() - started_at)
    for action in actions:
        for tool in tools:
            results.add(f"{action}{row_suffix}, p50 / p95", tool, format_percentiles(times[tool.name, action]))


def measure_exports(tools: list[Tool], sizes: Sizes, results: Results, added: int, labelled: int) -> None:
    """Raises RuntimeError if an export lacks an annotation."""
    times: dict[str, list[float]] = {tool.name: [] for tool in tools}
    for _ in range(sizes.exports):
        for tool in tools:
            started_at = time.perf_counter()
            export = tool.export()
            times[tool.name].append(time.perf_counter() - started_at)
            if export.annotations != added + labelled:
                raise RuntimeError(f"{tool.name} exported {export.annotations} annotations, not {added + labelled}")
    for tool in tools:
        row = f"Export of {added:,} annotations, median"
        results.add(row, tool, format_seconds(median(times[tool.name])))


def add_memory(tools: list[Tool], memory: MemorySampler, results: Results, after: str) -> None:
    for tool in tools:
        cell = f"{format_mib(memory.read(tool.name))} / {format_mib(memory.read_peak(tool.name))}"
        results.add(f"Memory after {after} / peak during it", tool, cell)


def format_seconds(seconds: float) -> str:
    return f"{seconds:.2f} s"


def format_mib(mib: float) -> str:
    return f"{mib:.0f} MiB"


def format_percentiles(times: list[float]) -> str:
    return " / ".join(f"{find_percentile(times, share) * 1000:.1f}" for share in (0.5, 0.95)) + " ms"


def find_percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]
