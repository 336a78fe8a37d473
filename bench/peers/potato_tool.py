"""Potato: `potato start` as its documentation shows it, with its own files as the store."""

import json
import re
import subprocess
import time

from http_client import HttpClient, HttpError
from processes import find_free_port, start_process, stop_process, wait_until
from solutions import STEPS_PER_SOLUTION, Solution, make_solutions
from tool import Export, Tool, Workplace

SCHEME = "step_ratings"
ADMIN_KEY = "bench-peers-admin-key"
#: Names. The measurements act as the first one.
ANNOTATORS = [f"annotator{number}" for number in range(1, 11)]
PASSWORD = "bench-peers-password"
#: Potato does not start without items.
FEWEST_ITEMS = 10

CONFIG = {
    "annotation_task_name": "Steps of solutions",
    "task_dir": ".",
    "data_files": ["solutions.jsonl"],
    "output_annotation_dir": "annotations",
    "output_annotation_format": "jsonl",
    "item_properties": {"id_key": "id", "text_key": "problem"},
    "user_config": {"allow_all_users": True, "users": []},
    "num_annotators_per_item": 1,
    "admin_api_key": ADMIN_KEY,
    "instance_display": {
        "fields": [
            {"key": "problem", "type": "text"},
            {"key": "steps", "type": "cot_trace"},
            {"key": "answer", "type": "text"},
        ]
    },
    "annotation_schemes": [
        {
            "annotation_type": "process_reward",
            "name": SCHEME,
            "description": "Rate each step",
            "steps_key": "steps",
            "mode": "per_step",
            "allow_neutral": True,
            "inline_with_trace": True,
        }
    ],
}


def format_ratings(ratings: list[int]) -> str:
    """The value of a step rating, as Potato's page sends it."""
    return json.dumps({
        "steps": [{"index": index, "reward": rating} for index, rating in enumerate(ratings)], "mode": "per_step",
    })


class Potato(Tool):
    name = "Potato"

    def __init__(self, workplace: Workplace):
        self.workplace = workplace
        self.programs = workplace.environments / "potato" / "bin"
        self.folder = workplace.folder
        self.items: list[Solution] = []
        self.project_number = 0
        self.instance = ""
        self.has_opened = False

    def start(self) -> None:
        self.versions = {"Potato": _read_version(self.programs, "potato-annotation")}
        self._open_with_fewest()

    def import_solutions(self, solutions: list[Solution]) -> float:
        """Potato reads data when it starts: the time of a start with the solutions, minus that of one with ten items."""
        fewest_seconds = self._open_with_fewest()
        return self._open_project(solutions) - fewest_seconds

    def add_annotated(self, solutions: list[Solution]) -> float:
        """Writes the files of ten annotators with Potato's own class, and starts Potato with them."""
        stop_process(self.process)
        started_at = time.perf_counter()
        self.items = solutions + self.items
        self._write_items()
        annotated = [[each.id, format_ratings(each.ratings)] for each in solutions]
        share = -(-len(annotated) // len(ANNOTATORS))
        request = {
            "scheme": SCHEME,
            "folder": str(self.folder / CONFIG["output_annotation_dir"]),
            "annotators": {
                name: annotated[index * share : (index + 1) * share] for index, name in enumerate(ANNOTATORS)
            },
        }
        subprocess.run(
            [self.programs / "python", self.workplace.repository / "bench/peers/write_potato_states.py"],
            input=json.dumps(request).encode(), check=True, cwd=self.folder,
        )
        self._launch()
        seconds = time.perf_counter() - started_at
        self.open_next()  # the last annotated one, so that the next one has no annotation
        return seconds

    def open_next(self) -> None:
        """As its page does: a request that moves on, and then the page."""
        if self.has_opened:
            self.client.send_json(
                "POST", "/annotate", {"action": "next_instance", "instance_id": self.instance},
                {"X-Potato-Navigation": "1"},
            )
        page = self.client.send("GET", "/annotate").decode()
        self.has_opened = True
        self.instance = _read_instance_id(page)

    def save_draft(self) -> None:
        """Potato has no drafts: each save stores the annotation as it is."""
        self._save([1] * (STEPS_PER_SOLUTION // 2))

    def submit(self) -> None:
        self._save([1] * STEPS_PER_SOLUTION)

    def export(self) -> Export:
        """Potato writes the file on the server. The client gets its name."""
        content = self.client.send_json(
            "POST", "/admin/api/export", {"format": "jsonl"}, {"X-API-Key": ADMIN_KEY}
        )
        reply = json.loads(content)
        if not reply.get("success"):
            raise HttpError(f"Potato's export: {reply}")
        [file] = [self.folder / path for path in reply["files_written"] if path.endswith("annotations.jsonl")]
        lines = file.read_bytes()
        return Export(len(lines), lines.count(b"\n"))

    def _open_with_fewest(self) -> float:
        return self._open_project(make_solutions("fewest", FEWEST_ITEMS))

    def _open_project(self, items: list[Solution]) -> float:
        if self.process is not None:
            stop_process(self.process)
        self.project_number += 1
        self.folder = self.workplace.folder / f"potato{self.project_number}"
        self.folder.mkdir()
        self.items = items
        (self.folder / "config.yaml").write_text(json.dumps(CONFIG, indent=2))  # JSON is YAML
        self._write_items()
        return self._launch()

    def _write_items(self) -> None:
        with (self.folder / "solutions.jsonl").open("w") as file:
            for each in self.items:
                item = {
                    "id": each.id, "problem": each.problem.statement, "steps": each.steps,
                    "answer": each.final_answer, "score": each.score,
                }
                file.write(json.dumps(item) + "\n")

    def _launch(self) -> float:
        """Seconds from the start of the process until the annotator is signed in."""
        port = find_free_port()
        self.client = HttpClient(f"http://127.0.0.1:{port}")
        self.has_opened = False
        started_at = time.perf_counter()
        self.process = start_process(
            [str(self.programs / "potato"), "start", "config.yaml", "-p", str(port), "--host", "127.0.0.1"],
            log=self.workplace.folder / "potato.log", folder=self.folder, env={},
        )
        self.workplace.memory.watch(self.name, self.process.pid)
        wait_until(self._is_ready, "Potato", self.process)
        fields = f"email={ANNOTATORS[0]}&pass={PASSWORD}"
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        self.client.send("POST", "/register", f"action=signup&{fields}".encode(), form)
        self.client.send("POST", "/auth", f"action=login&{fields}".encode(), form)
        return time.perf_counter() - started_at

    def _is_ready(self) -> bool:
        try:
            self.client.send("GET", "/")
            return True
        except OSError:
            self.client.close()
            return False

    def _save(self, ratings: list[int]) -> None:
        reply = self.client.call("POST", "/updateinstance", {
            "instance_id": self.instance,
            "annotations": {f"{SCHEME}:::{SCHEME}": format_ratings(ratings)},
            "span_annotations": [],
        })
        if reply.get("status") not in ("ok", "success"):
            raise HttpError(f"Potato's save: {reply}")


def _read_instance_id(page: str) -> str:
    match = re.search(r'id="instance_id"[^>]*value="([^"]+)"', page)
    if match is None:
        raise HttpError(f"Potato's page has no solution: {page[:500]}")
    return match[1]


def _read_version(programs, package: str) -> str:
    code = f"import importlib.metadata as m; print(m.version('{package}'))"
    return subprocess.run([programs / "python", "-c", code], capture_output=True, check=True, text=True).stdout.strip()
