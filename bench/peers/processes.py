"""Starting and stopping servers, and the memory of all their processes. Linux only: reads /proc."""

import os
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path

PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
SAMPLES_PER_SECOND = 20
DATABASE_PROCESS = "postgres"


def find_free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def start_process(command: list[str], log: Path, folder: Path, env: dict[str, str], **options) -> subprocess.Popen:
    """In a session of its own, so that `stop_process` can also kill its children. Its output goes to `log`."""
    with log.open("ab") as output:
        return subprocess.Popen(
            command, cwd=folder, env={**os.environ, **env}, stderr=output, start_new_session=True,
            **{"stdin": subprocess.DEVNULL, "stdout": output, **options},
        )


def stop_process(process: subprocess.Popen, timeout_seconds: float = 30) -> None:
    if process.poll() is not None:
        return
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(timeout_seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def wait_until(is_true, what: str, process: subprocess.Popen, timeout_seconds: float = 900) -> None:
    """Raises RuntimeError if the process ends first, or after the time limit."""
    deadline = time.monotonic() + timeout_seconds
    while not is_true():
        if process.poll() is not None:
            raise RuntimeError(f"{what}: the process ended with code {process.returncode}")
        if time.monotonic() > deadline:
            raise RuntimeError(f"{what}: not within {timeout_seconds:.0f} s")
        time.sleep(0.02)


def _read_processes() -> dict[int, tuple[int, str]]:
    """The parent and the name of each process."""
    processes = {}
    for entry in os.scandir("/proc"):
        if not entry.name.isdigit():
            continue
        try:
            stat = Path(entry.path, "stat").read_text()
        except OSError:
            continue  # it has ended
        name = stat[stat.index("(") + 1 : stat.rindex(")")]
        processes[int(entry.name)] = (int(stat[stat.rindex(")") + 2 :].split()[1]), name)
    return processes


def list_tool_processes(root: int) -> list[int]:
    """The process and its descendants, without those of a database."""
    processes = _read_processes()
    children: dict[int, list[int]] = {}
    for pid, (parent, name) in processes.items():
        if name != DATABASE_PROCESS:
            children.setdefault(parent, []).append(pid)
    pids, remaining = [], [root]
    while remaining:
        pid = remaining.pop()
        pids.append(pid)
        remaining.extend(children.get(pid, []))
    return pids


def read_resident_bytes(pids: list[int]) -> int:
    """Shared pages count once for each process."""
    total = 0
    for pid in pids:
        try:
            total += int(Path("/proc", str(pid), "statm").read_text().split()[1]) * PAGE_BYTES
        except (OSError, IndexError):
            continue  # it has ended
    return total


class MemorySampler:
    """Samples the memory of several tools in a thread. `read` and `read_peak` return MiB."""

    def __init__(self):
        self._tools: dict[str, int] = {}
        self._peaks: dict[str, int] = {}
        self._is_stopped = threading.Event()
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def watch(self, tool: str, root: int) -> None:
        with self._lock:
            self._tools[tool] = root

    def read(self, tool: str) -> float:
        with self._lock:
            root = self._tools[tool]
        return read_resident_bytes(list_tool_processes(root)) / 2**20

    def reset_peaks(self) -> None:
        with self._lock:
            self._peaks.clear()

    def read_peak(self, tool: str) -> float:
        with self._lock:
            return self._peaks.get(tool, 0) / 2**20

    def stop(self) -> None:
        self._is_stopped.set()
        self._thread.join()

    def _run(self) -> None:
        pids: dict[str, list[int]] = {}
        tick = 0
        while not self._is_stopped.wait(1 / SAMPLES_PER_SECOND):
            with self._lock:
                tools = dict(self._tools)
            # Reading the whole list of processes takes longer, so new processes are looked up once a second.
            if tick % SAMPLES_PER_SECOND == 0 or pids.keys() != tools.keys():
                pids = {tool: list_tool_processes(root) for tool, root in tools.items()}
            tick += 1
            for tool, members in pids.items():
                used = read_resident_bytes(members)
                with self._lock:
                    self._peaks[tool] = max(self._peaks.get(tool, 0), used)
