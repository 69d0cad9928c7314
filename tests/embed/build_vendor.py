"""Makes the embedded page's libraries anew from pinned packages: `python -m tests.embed.build_vendor`.

Needs node and npm. The same pins give the same bytes; `tests/embed/test_vendor.py` holds what was written.
"""

import hashlib
import json
import shutil
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).parent / "vendor"
VENDOR = Path(__file__).parent.parent.parent / "svcchat_magic" / "embed" / "vendor"
BUNDLES = ("vega.js", "markdown-it.js")
OPTIONS = (
    "--bundle",
    "--format=esm",
    "--minify",
    "--target=es2022",
    "--legal-comments=none",
    "--charset=utf8",
)
LICENCE_NAMES = ("LICENSE", "LICENSE.md", "LICENSE.txt", "LICENCE", "LICENSE-MIT.txt")


def main() -> None:
    VENDOR.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        room = Path(folder)
        for file in ("package.json", "package-lock.json", *BUNDLES):
            shutil.copy(HERE / file, room)

        subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"], cwd=room, check=True)
        made = {name: bundled(room, name) for name in BUNDLES}
        packages = sorted({package for each in made.values() for package in each})
        licence_of = {package: about(room, package)["license"] for package in packages}
        (VENDOR / "LICENSES.txt").write_text(licences(room, packages), encoding="utf-8")

    record = {
        name: {
            "packages": made[name],
            "licences": {package: licence_of[package] for package in made[name]},
            "sha256": hashlib.sha256((VENDOR / name).read_bytes()).hexdigest(),
        }
        for name in BUNDLES
    }
    (VENDOR / "versions.json").write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")


def bundled(room: Path, name: str) -> dict[str, str]:
    """Write one bundle; the packages in it, each with its version."""
    command = [room / "node_modules" / ".bin" / "esbuild", name, *OPTIONS, f"--outfile={VENDOR / name}"]
    subprocess.run([*command, f"--metafile={room / 'meta.json'}"], cwd=room, check=True)
    inputs = json.loads((room / "meta.json").read_text(encoding="utf-8"))["inputs"]
    if nested := sorted(path for path in inputs if path.count("node_modules/") > 1):
        raise SystemExit(f"A second version of a package is bundled; override it: {nested[0]}")

    found = sorted({package_of(path) for path in inputs if "node_modules/" in path})
    return {package: about(room, package)["version"] for package in found}


def package_of(path: str) -> str:
    """The package that a bundled file is of."""
    inside = path.rpartition("node_modules/")[2].split("/")
    return "/".join(inside[: 2 if inside[0].startswith("@") else 1])


def about(room: Path, package: str) -> dict[str, str]:
    return json.loads((room / "node_modules" / package / "package.json").read_text(encoding="utf-8"))


def licences(room: Path, packages: list[str]) -> str:
    """Each licence text once, with the packages it is of; a package without a file has its project's."""
    by_text: dict[str, list[str]] = {}
    for package in packages:
        given = about(room, package)
        by_text.setdefault(licence(room / "node_modules" / package, package), []).append(
            f"{package} {given['version']} ({given['license']})"
        )

    return "\n\n".join(f"{', '.join(names)}\n\n{text}" for text, names in by_text.items()) + "\n"


def licence(folder: Path, package: str) -> str:
    own = next((folder / name for name in LICENCE_NAMES if (folder / name).exists()), None)
    if own is None and package.startswith("vega"):
        own = folder.parent / "vega-view" / "LICENSE"  # some packages leave the text of their project out

    if own is None:
        raise SystemExit(f"{package} comes without the text of its licence")

    return own.read_text(encoding="utf-8").strip()


if __name__ == "__main__":
    main()
