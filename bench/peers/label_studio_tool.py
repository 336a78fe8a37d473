"""Label Studio: with SQLite, as `label-studio start` runs it, or with PostgreSQL and uWSGI, as its Docker image does."""

import json
import os
import time
from urllib.parse import urlsplit

from http_client import HttpClient, HttpError
from processes import find_free_port, start_process, wait_until
from solutions import STEPS_PER_SOLUTION, Solution
from stepmark_tool import start_node_program, stop_node_program
from tool import Export, Tool, Workplace

USER = "admin@example.org"
PASSWORD = "bench-peers-password"
TOKEN = "0123456789abcdef0123456789abcdef01234567"
#: Solutions in one request when they have annotations.
ANNOTATED_AT_ONCE = 5_000
CHOICES = {1: "Positive", 0: "Neutral", -1: "Negative"}

LABELLING_CONFIG = """
<View>
  <Header value="Problem"/>
  <Text name="problem" value="$problem"/>
  <Repeater on="$steps" indexFlag="{{idx}}">
    <Text name="step_{{idx}}" value="$steps[{{idx}}].text"/>
    <Choices name="rating_{{idx}}" toName="step_{{idx}}" choice="single" required="true">
      <Choice value="Positive" hotkey="1"/>
      <Choice value="Neutral" hotkey="2"/>
      <Choice value="Negative" hotkey="3"/>
    </Choices>
  </Repeater>
  <Header value="Final answer"/>
  <Text name="answer" value="$answer"/>
</View>
"""


def make_result(ratings: list[int]) -> list[dict]:
    """The ratings of an annotation, as Label Studio's page sends them."""
    return [
        {
            "id": f"rating{index:04}", "from_name": f"rating_{index}", "to_name": f"step_{index}", "type": "choices",
            "origin": "manual", "value": {"choices": [CHOICES[rating]]},
        }
        for index, rating in enumerate(ratings)
    ]


def make_task(solution: Solution) -> dict:
    return {
        "id": solution.id, "problem": solution.problem.statement, "answer": solution.final_answer,
        "score": solution.score, "steps": [{"text": step} for step in solution.steps],
    }


class LabelStudio(Tool):
    def __init__(self, workplace: Workplace, database: str):
        self.workplace = workplace
        self.database = database
        self.name = f"Label Studio ({database})"
        self.programs = workplace.environments / "label-studio" / "bin"
        self.folder = workplace.folder / f"label-studio-{database.lower()}"
        self.log = workplace.folder / f"label-studio-{database.lower()}.log"
        self.postgres = None

    def start(self) -> None:
        self.folder.mkdir()
        port = find_free_port()
        env = {
            "LABEL_STUDIO_BASE_DATA_DIR": str(self.folder), "COLLECT_ANALYTICS": "false", "SENTRY_DSN": "",
            "FRONTEND_SENTRY_DSN": "", "LATEST_VERSION_CHECK": "false", "LOG_LEVEL": "WARNING",
        }
        account = ["--username", USER, "--password", PASSWORD, "--user-token", TOKEN, "--enable-legacy-api-token"]
        program = str(self.programs / "label-studio")
        if self.database == "SQLite":
            command = [program, "start", "--no-browser", "--internal-host", "127.0.0.1", "--port", str(port), *account]
        else:
            env |= self._start_postgres()
            # Creates the tables and the account.
            setup_command = [program, "init", "first", "--quiet", *account]
            setup = start_process(setup_command, self.log, self.folder, env)
            env["DJANGO_SETTINGS_MODULE"] = "core.settings.label_studio"
            if setup.wait() != 0:
                raise RuntimeError(f"label-studio init failed: see {self.log}")
            command = self._make_uwsgi_command(port)
        self.process = start_process(command, self.log, self.folder, env)
        self.client = HttpClient(f"http://127.0.0.1:{port}", {"Authorization": f"Token {TOKEN}"})
        wait_until(self._is_ready, self.name, self.process)
        self.versions = {"Label Studio": self.client.call("GET", "/api/version")["release"]}
        self.workplace.memory.watch(self.name, self.process.pid)

    def import_solutions(self, solutions: list[Solution]) -> float:
        body = json.dumps([make_task(each) for each in solutions]).encode()
        project = self.client.call("POST", "/api/projects", {
            "title": f"Peers {time.time_ns()}", "label_config": LABELLING_CONFIG, "maximum_annotations": 1,
        })
        self.project = project["id"]
        started_at = time.perf_counter()
        self._import(body, len(solutions))
        return time.perf_counter() - started_at

    def add_annotated(self, solutions: list[Solution]) -> float:
        """Imports tasks with their annotations, in requests that are below Label Studio's limit."""
        seconds = 0.0
        for start in range(0, len(solutions), ANNOTATED_AT_ONCE):
            part = solutions[start : start + ANNOTATED_AT_ONCE]
            body = json.dumps([
                {"data": make_task(each), "annotations": [{"result": make_result(each.ratings), "lead_time": 60}]}
                for each in part
            ]).encode()
            started_at = time.perf_counter()
            self._import(body, len(part))
            seconds += time.perf_counter() - started_at
        return seconds

    def open_next(self) -> None:
        task = self.client.call("GET", f"/api/projects/{self.project}/next")
        if len(task["data"]["steps"]) != STEPS_PER_SOLUTION or task["annotations"]:
            raise HttpError(f"{self.name} served {task}")
        self.task = task["id"]
        self.draft = None

    def save_draft(self) -> None:
        result = make_result([1] * (STEPS_PER_SOLUTION // 2))
        draft = self.client.call(
            "POST", f"/api/tasks/{self.task}/drafts?project={self.project}", {"result": result, "lead_time": 30}
        )
        self.draft = draft["id"]

    def submit(self) -> None:
        annotation = {"result": make_result([1] * STEPS_PER_SOLUTION), "lead_time": 60, "draft_id": self.draft}
        self.client.call("POST", f"/api/tasks/{self.task}/annotations?project={self.project}", annotation)

    def export(self) -> Export:
        content = self.client.send("GET", f"/api/projects/{self.project}/export?exportType=JSON")
        tasks = json.loads(content)
        return Export(len(content), sum(len(task["annotations"]) for task in tasks))

    def stop(self) -> None:
        super().stop()
        if self.postgres is not None:
            stop_node_program(self.postgres)

    def _start_postgres(self) -> dict[str, str]:
        self.postgres, ready = start_node_program(self.workplace, "bench/peers/postgres-server.ts", "postgres.log")
        url = urlsplit(ready["url"])
        return {
            "DJANGO_DB": "default", "POSTGRE_HOST": url.hostname, "POSTGRE_PORT": str(url.port),
            "POSTGRE_NAME": url.path[1:], "POSTGRE_USER": url.username, "POSTGRE_PASSWORD": url.password,
        }

    def _make_uwsgi_command(self, port: int) -> list[str]:
        """The settings of Label Studio's Docker image, without the time limit for a request."""
        [package] = self.programs.parent.glob("lib/python*/site-packages/label_studio")
        return [
            str(self.programs / "uwsgi"), "--http", f"127.0.0.1:{port}", "--http-timeout", "3600",
            "--chdir", str(package), "--module", "core.wsgi:application", "--virtualenv", str(self.programs.parent),
            "--master", "--cheaper", "1", "--processes", str(2 * (os.cpu_count() or 1)), "--threads", "1",
            "--single-interpreter", "--enable-threads", "--lazy-apps", "--need-app", "--thunder-lock", "--vacuum",
            "--die-on-term", "--buffer-size", "65535", "--post-buffering", "4096", "--max-requests", "5000",
            "--disable-logging",
        ]

    def _is_ready(self) -> bool:
        try:
            self.client.call("GET", "/api/version")
            return True
        except (OSError, HttpError):
            self.client.close()
            return False

    def _import(self, body: bytes, count: int) -> None:
        content = self.client.send(
            "POST", f"/api/projects/{self.project}/import", body, {"Content-Type": "application/json"}
        )
        reply = json.loads(content)
        if reply.get("task_count") != count:
            raise HttpError(f"{self.name} imported {str(reply)[:500]}")
