"""The virtual environments of the other tools, with the versions of requirements/."""

import shutil
import subprocess
import sys
from pathlib import Path

REQUIREMENTS = Path(__file__).parent / "requirements"


def install(environments: Path, name: str) -> None:
    """Installs requirements/NAME.txt from PyPI, unless it is installed already. Replaces an environment that differs."""
    pins = (REQUIREMENTS / f"{name}.txt").read_text()
    folder = environments / name
    stamp = folder / "stepmark-installed"
    if stamp.exists() and stamp.read_text() == pins:
        return
    print(f"Installing {name} from PyPI. This takes minutes ...", file=sys.stderr)
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    pip = [folder / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    # Every package is pinned, so that pip has nothing to choose.
    subprocess.run([*pip, "--no-deps", "-r", REQUIREMENTS / f"{name}.txt"], check=True)
    stamp.write_text(pins)
