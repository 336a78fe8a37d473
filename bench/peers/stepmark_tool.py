"""Stepmark: the production build, over its REST API."""

import json
import os
import subprocess
import time
import uuid

from http_client import HttpClient, HttpError
from processes import start_process, stop_process
from solutions import SOLUTIONS_PER_PROBLEM, STEPS_PER_SOLUTION, Solution
from tool import Export, Tool, Workplace

CHUNK_BYTES = 16 * 2**20
POLL_SECONDS = 0.02


def start_node_program(workplace: Workplace, script: str, log: str):
    """The process and the JSON that it prints when it is ready. It stops when its standard input is closed."""
    repository = workplace.repository
    own_node = repository / "node_modules" / "node" / "bin" / "node"
    temporary = workplace.folder / "temporary"
    temporary.mkdir(exist_ok=True)
    temporary.chmod(0o755)  # for PostgreSQL, which runs as another user if this one is root
    process = start_process(
        [str(own_node) if own_node.exists() else "node", "--import", "./scripts/loader.mjs", script],
        log=workplace.folder / log,
        folder=repository,
        # The database must be on the same disk as the data of the other tools.
        env={"TMPDIR": str(temporary), "TSX_TSCONFIG_PATH": str(repository / "tsconfig.json")},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    for line in process.stdout:
        if line.startswith(b"{"):
            return process, json.loads(line)
    raise RuntimeError(f"{script} did not start: see {workplace.folder / log}")


def stop_node_program(process) -> None:
    process.stdin.close()
    try:
        process.wait(60)
    except subprocess.TimeoutExpired:
        stop_process(process)


class Stepmark(Tool):
    name = "Stepmark"

    def __init__(self, workplace: Workplace):
        self.workplace = workplace
        package = json.loads((workplace.repository / "package.json").read_text())
        self.versions = {"Stepmark": package["version"]}
        self.project = ""
        self.lease = ""
        self.writer = str(uuid.uuid4())
        self.draft_sequence = 0

    def start(self) -> None:
        self.process, ready = start_node_program(self.workplace, "bench/peers/stepmark-server.ts", "stepmark.log")
        self.client = HttpClient(ready["url"], {"Authorization": f"Bearer {ready['token']}"})
        self.versions |= {"Node": ready["node"], "PostgreSQL": ready["postgres"]}
        self.workplace.memory.watch(self.name, ready["pid"])

    def import_solutions(self, solutions: list[Solution]) -> float:
        file = _format_lines(_make_generic_lines(solutions))
        project = self.client.call("POST", "/api/v1/projects", {
            "name": f"Peers {uuid.uuid4().hex[:8]}", "asksExplanation": False, "asksProgress": False, "errorTags": [],
            "guideline": None,
        })
        self.project = f"/api/v1/projects/{project['slug']}"
        seconds, report = self._import_file(file)
        if (report["solutions"], report["queued"]) != (len(solutions), len(solutions)):
            raise RuntimeError(f"Stepmark imported {report['solutions']} and queued {report['queued']}")
        return seconds

    def add_annotated(self, solutions: list[Solution]) -> float:
        seconds, report = self._import_file(_format_lines(map(_make_prm800k_line, solutions)))
        if report["annotations"] != len(solutions):
            raise RuntimeError(f"Stepmark imported {report['annotations']} annotations")
        return seconds

    def open_next(self) -> None:
        claim = self.client.call("POST", f"{self.project}/claims", {})
        self.lease = f"{self.project}/leases/{claim['lease']['id']}"
        work = self.client.call("GET", f"{self.lease}/work")
        if len(work["steps"]) != STEPS_PER_SOLUTION:
            raise RuntimeError(f"Stepmark served {len(work['steps'])} steps")
        self.draft_sequence = 0

    def save_draft(self) -> None:
        self._send("PUT", "annotation", STEPS_PER_SOLUTION // 2)

    def submit(self) -> None:
        reply = self._send("POST", "submission", STEPS_PER_SOLUTION, finishReason="solution")
        if reply["state"] != "submitted":
            raise RuntimeError(f"Stepmark: {reply['state']}")

    def export(self) -> Export:
        content = self.client.send("GET", f"{self.project}/export?format=prm800k")
        return Export(len(content), content.count(b"\n"))

    def stop(self) -> None:
        if self.process is not None:
            stop_node_program(self.process)

    def _send(self, method: str, action: str, rated_steps: int, **fields):
        self.draft_sequence += 1
        headers = {"Idempotency-Key": str(uuid.uuid4())} if method == "POST" else {}
        content = self.client.send_json(method, f"{self.lease}/{action}", {
            "writer": self.writer, "sequence": self.draft_sequence, "basedOn": self.draft_sequence - 1,
            "ratings": [1] * rated_steps, "activeMs": 60_000, **fields,
        }, headers)
        return json.loads(content)

    def _import_file(self, file: bytes) -> tuple[float, dict]:
        """Seconds from the first request to the end of the import, and its report."""
        started_at = time.perf_counter()
        opened = self.client.call("POST", f"{self.project}/imports", {"fileName": "solutions.jsonl"})
        path = f"{self.project}/imports/{opened['import']}"
        for offset in range(0, len(file), CHUNK_BYTES):
            self.client.send("PUT", f"{path}/files/data?offset={offset}", file[offset : offset + CHUNK_BYTES])
        report = self.client.call("POST", f"{path}/start", {})
        while report["state"] in ("checking", "running"):
            time.sleep(POLL_SECONDS)
            report = self.client.call("GET", path)
        if report["state"] != "done":
            raise HttpError(f"Stepmark's import is {report['state']}: {report['message']}")
        return time.perf_counter() - started_at, report


def _format_lines(values) -> bytes:
    return b"".join(json.dumps(value).encode() + b"\n" for value in values)


def _make_generic_lines(solutions: list[Solution]):
    """A line for each problem, with its solutions."""
    for start in range(0, len(solutions), SOLUTIONS_PER_PROBLEM):
        samples = solutions[start : start + SOLUTIONS_PER_PROBLEM]
        problem = samples[0].problem
        yield {
            "id": problem.id, "problem": problem.statement, "answer": problem.answer,
            "samples": [
                {"id": each.id, "steps": each.steps, "answer": each.final_answer, "score": each.score}
                for each in samples
            ],
        }


def _make_prm800k_line(solution: Solution) -> dict:
    """An annotation, as PRM800K publishes it."""
    return {
        "labeler": "11111111-1111-4111-8111-111111111111",
        "timestamp": "2026-01-01T09:00:00.000000",
        "generation": None,
        "is_quality_control_question": False,
        "is_initial_screening_question": False,
        "question": {
            "problem": solution.problem.statement,
            "ground_truth_solution": None,
            "ground_truth_answer": solution.problem.answer,
            "pre_generated_steps": solution.steps,
            "pre_generated_answer": solution.final_answer,
            "pre_generated_verifier_score": solution.score,
        },
        "label": {
            "steps": [
                {
                    "completions": [{"text": step, "rating": rating, "flagged": None}],
                    "human_completion": None,
                    "chosen_completion": 0,
                }
                for step, rating in zip(solution.steps, solution.ratings)
            ],
            "total_time": 60_000,
            "finish_reason": "solution",
        },
    }
