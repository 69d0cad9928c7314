"""Jinja in model files: rendered in a sandbox that reads the model's folder alone, within limits.

The security context has no value while a model is read, because a model is read once for everyone. Written
out, it becomes a reference that access rules bind to the viewer's own value; to branch on it is refused.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from jinja2 import Environment

MAX_OUTPUT = 2_000_000  # characters of one file
MAX_ROUNDS = 100_000  # of all loops and macros of one file
MAX_TEXT = 1_000_000  # characters or entries that one multiplication gives
_JINJA = re.compile(r"\{\{|\{%|\{#")
_MARKS = re.compile(r"(\{)([{%#])")
_COMMENT = re.compile(r"^[ \t]*#(?!\}).*$", re.MULTILINE)
_NAME = "securityContext"
_INSTALL = "needs Jinja: pip install 'svcchat-magic[jinja]'"
_BRANCHING = "Jinja that computes with the security context is not supported; write an access_policy"


class TemplateProblem(ValueError):
    """Why a template cannot be rendered; `line` is 0 where it is not known."""

    def __init__(self, sentence: str, line: int = 0) -> None:
        super().__init__(sentence)
        self.line = line


class Templates:
    """Renders the files of one model; `sources` are files by their path in the model's folder."""

    def __init__(self, sources: Mapping[str, Path]) -> None:
        self._sources = sources

    def rendered(self, text: str, file: str) -> str:
        """The text without Jinja. Raises TemplateProblem."""
        if not _JINJA.search(text):
            return text

        try:
            import jinja2
        except ImportError as error:
            raise TemplateProblem(_INSTALL) from error

        try:
            template = _environment(self._read).from_string(_inert_comments(text))
            return _joined(template.generate(COMPILE_CONTEXT=_Context(), SECURITY_CONTEXT=_Context(_NAME)))
        except jinja2.UndefinedError as error:
            found = f"{error.message}; no template here defines it, and functions of Python files are not run"
            raise TemplateProblem(found) from error
        except jinja2.TemplateNotFound as error:
            raise TemplateProblem(f"there is no file {error.name!r} in the model's folder") from error
        except jinja2.TemplateError as error:
            raise TemplateProblem(f"Jinja: {error.message}", getattr(error, "lineno", None) or 0) from error
        except (ArithmeticError, LookupError, TypeError, ValueError, RecursionError) as error:
            if isinstance(error, TemplateProblem):
                raise

            raise TemplateProblem(f"Jinja: {str(error) or type(error).__name__} in {file}") from error

    def _read(self, name: str) -> str | None:
        path = self._sources.get(name.removeprefix("./"))
        if path is None:
            return None

        return _inert_comments(path.read_text(encoding="utf-8"))


def _inert_comments(text: str) -> str:
    """The text with its YAML comments in place, the Jinja in them no longer Jinja."""
    return _COMMENT.sub(lambda comment: _MARKS.sub(r"\1 \2", comment[0]), text)


class _Context:
    """The security context, which can be written out and nothing else."""

    def __init__(self, path: str = "") -> None:
        self._path = path

    def __getattr__(self, name: str) -> "_Context":
        if name.startswith("_"):
            raise AttributeError(name)

        own = _NAME if name == "security_context" else name
        return _Context(f"{self._path}.{own}" if self._path else own)

    def __getitem__(self, name: object) -> "_Context":
        return self.__getattr__(str(name))

    def __str__(self) -> str:
        return f"{{ {self._path} }}"

    def _refuse(self, *_: object) -> NoReturn:
        raise TemplateProblem(_BRANCHING)

    __bool__ = __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __contains__ = __len__ = _refuse
    __iter__ = __hash__ = __add__ = __radd__ = __mod__ = __call__ = _refuse


def _joined(parts: Iterator[str]) -> str:
    found: list[str] = []
    size = 0
    for part in parts:
        size += len(part)
        if size > MAX_OUTPUT:
            raise TemplateProblem(f"Jinja gives more than {MAX_OUTPUT:,} characters")

        found.append(part)

    return "".join(found)


def _environment(read: Callable[[str], str | None]) -> "Environment":
    """A sandbox for one file: what templates import is read by `read`, and every round is counted."""
    from jinja2 import FunctionLoader, StrictUndefined, nodes
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    class CountingEnvironment(ImmutableSandboxedEnvironment):
        intercepted_binops = frozenset({"*", "**", "%"})

        def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
            tree = super()._parse(source, name, filename)
            rounds: list[nodes.For | nodes.Macro] = [*tree.find_all(nodes.For), *tree.find_all(nodes.Macro)]
            for node in rounds:
                call = nodes.Call(nodes.Name("count_round", "load"), [], [], None, None)
                node.body.insert(0, nodes.ExprStmt(call).set_lineno(node.lineno))

            return tree

        def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
            if _is_too_large(operator, left, right):
                raise TemplateProblem(
                    f"Jinja computes a value of more than {MAX_TEXT:,} characters or digits"
                )

            return super().call_binop(context, operator, left, right)

    environment = CountingEnvironment(
        loader=FunctionLoader(read), undefined=StrictUndefined, autoescape=False
    )
    environment.globals.pop("lipsum")
    environment.globals["count_round"] = _Rounds().count
    return environment


class _Rounds:
    """Counts the rounds of loops and calls of macros."""

    def __init__(self) -> None:
        self._left = MAX_ROUNDS

    def count(self) -> None:
        """One more. Raises TemplateProblem when there were too many."""
        self._left -= 1
        if self._left < 0:
            raise TemplateProblem(f"Jinja goes through more than {MAX_ROUNDS:,} rounds of loops and macros")


def _is_too_large(operator: str, left: object, right: object) -> bool:
    if operator == "%":
        return isinstance(left, str)  # its widths may be of any size

    if operator == "**":
        return not (isinstance(right, (int, float)) and abs(right) <= 64)

    sizes = [len(each) if isinstance(each, (str, list, tuple)) else each for each in (left, right)]
    is_repeated = any(isinstance(each, (str, list, tuple)) for each in (left, right))
    first, second = sizes
    return is_repeated and isinstance(first, int) and isinstance(second, int) and first * second > MAX_TEXT
