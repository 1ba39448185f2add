"""The examples of README.md, run as they stand."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def console_examples() -> list[tuple[str, str]]:
    blocks = re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    examples = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", "".join(blocks), re.MULTILINE)
    assert len(examples) >= 4
    return examples


@pytest.mark.parametrize(("line", "expected"), console_examples())
def test_console_example_prints_what_readme_shows(line: str, expected: str) -> None:
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    run = subprocess.run(
        line, shell=True, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert run.stdout == expected
    assert run.returncode in (0, 1)


@pytest.mark.parametrize("name", ["README.md", "docs/caps.md"])
def test_library_example_gives_what_is_shown(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    example = "".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(example, {}, name, name, 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


def test_notation_example_in_docs_can_be_used() -> None:
    from capset import notation_from_toml

    docs = (ROOT / "docs" / "solve.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"```toml\n(.*?)```", docs, re.DOTALL)
    notation = notation_from_toml(text)
    assert notation.write(notation.game.card((2, 0))) == "bl"
    assert notation.read("NL") == notation.read("bl")


@pytest.mark.parametrize("module", ["capset", "capset.collection", "capset.tableau"])
def test_docstring_examples_run(module: str) -> None:
    from importlib import import_module

    results = doctest.testmod(import_module(module))
    assert results.attempted > 0
    assert results.failed == 0
