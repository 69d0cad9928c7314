"""What runs for the project elsewhere: workflows with pinned actions and little permission, locks, hooks."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml

from tests.lowest_versions import APART, lowest_versions

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
LOCKS = ROOT / ".github" / "locks"
PINNED = re.compile(r"[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")
WRITES = {("release.yml", "attest"): {"id-token", "attestations"}, ("release.yml", "publish"): {"id-token"}}


def locked(lock):
    """Version by name, normalised as registries do."""
    lines = re.findall(r"^([a-z0-9-]+)==([^\s;]+)", (LOCKS / lock).read_text(encoding="utf-8"), re.MULTILINE)
    return dict(lines)


def normal(requirement):
    return re.sub(r"[-_.]+", "-", NAME.match(requirement)[0]).lower()


def release_of(version):
    return [int(part) for part in re.findall(r"\d+", version.split("post")[0])]


def jobs():
    for file in WORKFLOWS:
        workflow = yaml.safe_load(file.read_text(encoding="utf-8"))
        for name, job in workflow["jobs"].items():
            yield file.name, name, workflow["permissions"], job


def test_every_action_is_pinned_by_its_commit_with_the_version_beside_it():
    used = [
        line.split("uses:", 1)[1].strip()
        for file in WORKFLOWS
        for line in file.read_text(encoding="utf-8").splitlines()
        if re.search(r"\buses:", line)
    ]

    assert len(used) >= 10
    assert [each for each in used if not PINNED.fullmatch(each)] == []


def test_one_action_has_one_version():
    found = {
        match
        for file in WORKFLOWS
        for match in re.findall(r"uses: (\S+)@(\S+) # (\S+)", file.read_text(encoding="utf-8"))
    }

    assert len(found) == len({action for action, *_ in found})


def test_a_job_may_only_read_unless_it_signs_or_publishes():
    given = {}
    for file, name, of_all, job in jobs():
        permissions = job.get("permissions", of_all)
        given[file, name] = {what for what, level in permissions.items() if level != "read"}
        assert "contents" not in given[file, name]

    assert {place: writes for place, writes in given.items() if writes} == WRITES


def test_no_job_keeps_its_token_after_checkout_or_runs_without_end():
    steps = [step for *_, job in jobs() for step in job["steps"]]
    checkouts = [step for step in steps if step.get("uses", "").startswith("actions/checkout")]

    assert checkouts
    assert all(step["with"] == {"persist-credentials": False} for step in checkouts)
    assert all("timeout-minutes" in job for *_, job in jobs())


def test_the_tests_run_on_every_python_that_the_package_names():
    named = [each.rpartition(" ")[2] for each in PROJECT["project"]["classifiers"]]
    (matrix,) = [job["strategy"]["matrix"] for *_, job in jobs() if "strategy" in job]

    assert matrix["python"] == [each for each in named if re.fullmatch(r"3\.\d+", each)]
    assert {each.split("-")[0] for each in matrix["os"]} == {"ubuntu", "macos", "windows"}


def test_the_locks_hold_what_the_project_requires_and_nothing_without_a_hash():
    project, groups = PROJECT["project"], PROJECT["dependency-groups"]
    required = {
        normal(each)
        for name, extra in project["optional-dependencies"].items()
        if name not in {"bench", *APART}
        for each in (*project["dependencies"], *extra)
    } - {"svcchat-magic"}

    assert required | {*map(normal, groups["build"])} <= locked("test.txt").keys()
    assert {*map(normal, groups["release"])} <= locked("release.txt").keys()
    for lock in LOCKS.iterdir():
        text = lock.read_text(encoding="utf-8")
        assert len(re.findall(r"==.*\\\n    --hash=sha256:", text)) == text.count("==") - text.count(" == ")
        assert "://" not in text


def test_the_lowest_lock_has_each_library_at_its_bound():
    found = locked("lowest.txt")

    wrong = {
        name: (found[normal(name)], lowest)
        for name, lowest in lowest_versions().items()
        if not _same_release(found[normal(name)], lowest)
    }

    assert wrong == {}


def test_the_hooks_run_the_tools_that_the_workflows_run():
    hooks = [
        hook
        for repo in yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"]
        for hook in repo["hooks"]
    ]
    tools = {pin for hook in hooks for pin in hook.get("additional_dependencies", ())}
    versions = {name: version for name, _, version in (pin.partition("==") for pin in tools)}

    assert all(re.fullmatch(r"[\d.]+", version) for version in versions.values())
    assert versions["ruff"] == locked("test.txt")["ruff"]
    (bound,) = [
        each for each in PROJECT["project"]["optional-dependencies"]["test"] if normal(each) == "ruff"
    ]
    assert release_of(versions["ruff"]) >= release_of(bound.partition(">=")[2])
    assert [hook["language"] for hook in hooks if hook["id"] == "mypy"] == ["system"]


@pytest.mark.long
def test_an_issue_form_asks_for_something_and_names_each_answer_once():
    forms = [
        file for file in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml") if file.name != "config.yml"
    ]

    assert forms
    for file in forms:
        body = yaml.safe_load(file.read_text(encoding="utf-8"))["body"]
        assert len({part["id"] for part in body}) == len(body)
        assert any(part.get("validations", {}).get("required") for part in body)


def _same_release(version, bound):
    width = max(len(release_of(version)), len(release_of(bound)))
    padded = [[*release_of(each), 0, 0, 0][:width] for each in (version, bound)]
    return padded[0] == padded[1]
