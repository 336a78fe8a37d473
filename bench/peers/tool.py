"""What run.py needs from each tool."""

import subprocess
from dataclasses import dataclass
from pathlib import Path

from processes import MemorySampler, stop_process
from solutions import Solution


@dataclass(frozen=True)
class Workplace:
    """Where a tool's programs and data are."""

    repository: Path
    #: Of this run, on disk, empty at first.
    folder: Path
    #: The virtual environments.
    environments: Path
    memory: MemorySampler


@dataclass(frozen=True)
class Export:
    bytes: int
    annotations: int


class Tool:
    """All methods return when the server has finished, and raise if it reports an error."""

    name: str
    #: Version numbers, for the report; complete after the start.
    versions: dict[str, str] = {}
    #: The server, once it is started.
    process: subprocess.Popen | None = None

    def start(self) -> None:
        """Starts the server without solutions, or with as few as it allows, and tells the sampler its process."""
        raise NotImplementedError

    def import_solutions(self, solutions: list[Solution]) -> float:
        """Seconds to import the solutions into a new, empty project, until they can be labelled."""
        raise NotImplementedError

    def add_annotated(self, solutions: list[Solution]) -> float:
        """Seconds to add solutions with their annotations to the project of the last import."""
        raise NotImplementedError

    def open_next(self) -> None:
        """Gets the next unlabelled solution, with what an annotator reads."""
        raise NotImplementedError

    def save_draft(self) -> None:
        """Stores half of the ratings of the solution of `open_next`."""
        raise NotImplementedError

    def submit(self) -> None:
        """Stores the finished annotation of the solution of `open_next`."""
        raise NotImplementedError

    def export(self) -> Export:
        """Exports all annotations of the project, in the tool's format for training data."""
        raise NotImplementedError

    def stop(self) -> None:
        if self.process is not None:
            stop_process(self.process)
