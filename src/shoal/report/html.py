"""Pages that stand by themselves: one file, no scripts, nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from shoal.report.style import style
from shoal.report.svg import NARROW, text_of

WHOLE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="generator" content="shoal {version}">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main>
{body}
</main>
{block}
</body>
</html>
"""


def document(title: str, body: Iterable[str], *, version: str, block: str = "") -> str:
    """Return a whole page; `block` is data for programs, which shows nowhere."""
    return WHOLE.format(
        title=text_of(title), version=text_of(version), style=style(), body="\n".join(body), block=block
    )


def tag(name: str, *content: str, class_: str = "") -> str:
    """Return an element around content that is safe already."""
    return f"<{name}{_class(class_)}>{''.join(content)}</{name}>"


def paragraph(words: str, class_: str = "") -> str:
    """Return a paragraph of plain words."""
    return tag("p", text_of(words), class_=class_)


def head(eyebrow: str, title: str, lead: str, *, badge: str = "") -> str:
    """Return the top of a page: what it is, the one thing to know, and a sentence more."""
    mark = tag("span", text_of(badge), class_="badge") if badge else ""
    return tag(
        "header", tag("p", text_of(eyebrow), mark, class_="eyebrow"), tag("h1", text_of(title)), paragraph(lead, "lead")
    )


def contents(sections: Mapping[str, str]) -> str:
    """Return links to the sections, by their id."""
    links = [f'<a href="#{text_of(name)}">{text_of(title)}</a>' for name, title in sections.items()]
    return tag("nav", *links)


def section(name: str, title: str, lead: str, *content: str) -> str:
    """Return a section with a heading, a sentence on what it shows, and what it holds."""
    words = paragraph(lead, "about") if lead else ""
    return f'<section id="{text_of(name)}">{tag("h2", text_of(title))}{words}{"".join(content)}</section>'


def cards(found: Sequence[tuple[str, str, str]]) -> str:
    """Return figures in large type: what it is, the figure, and a word on it."""
    made = [
        tag("div", tag("dt", text_of(name)), tag("dd", tag("strong", text_of(figure)), tag("span", text_of(words))))
        for name, figure, words in found
    ]
    return tag("dl", *made, class_="cards")


def figure(picture: str, title: str, note: str = "") -> str:
    """Return a picture with its title above and a note below."""
    below = tag("p", text_of(note), class_="note") if note else ""
    return tag("figure", tag("figcaption", text_of(title)), picture, below)


def drawn(draw: Callable[[float], str], width: float) -> str:
    """Return a picture twice, for wide screens and for small ones, of which the page shows the one that fits."""
    return tag("div", draw(width), class_="roomy") + tag("div", draw(NARROW), class_="narrow")


def grid(*content: str) -> str:
    """Return figures beside each other, as many as there is room for."""
    return tag("div", *content, class_="grid")


def stack(*content: str) -> str:
    """Return figures of unlike heights in columns, as many as there is room for."""
    return tag("div", *content, class_="stack")


def table(
    heads: Sequence[str], rows: Iterable[Sequence[object]], *, numbers: Sequence[int] = (), ends: Sequence[int] = ()
) -> str:
    """Return a table; columns in `numbers` stand to the right, a rule follows each row count in `ends`."""
    top = "".join(
        f"<th{_class('number' if at in numbers else '')}>{text_of(words)}</th>" for at, words in enumerate(heads)
    )
    lines = []
    for number, row in enumerate(rows, 1):
        cells = "".join(
            _cell(cell, head, is_number=at in numbers) for at, (head, cell) in enumerate(zip(heads, row, strict=True))
        )
        lines.append(f"<tr{_class('end' if number in ends else '')}>{cells}</tr>")
    head_row = f"<thead><tr>{top}</tr></thead>" if any(heads) else ""
    whole = f"{head_row}<tbody>{''.join(lines)}</tbody>"
    return tag("div", tag("table", whole, class_="headed" if head_row else ""), class_="wide")


def _cell(cell: object, head: str, *, is_number: bool) -> str:
    """Return a cell, which knows its head: on small screens it stands beside it."""
    known = f' data-head="{text_of(head)}"' if head else ""
    if cell is None:
        return f"<td{_class('gone number' if is_number else 'gone')}{known}>–</td>"
    return f"<td{_class('number' if is_number else '')}{known}>{text_of(cell)}</td>"


def legend(*entries: tuple[str, str]) -> str:
    """Return what colours mean: a class, and words."""
    made = [tag("span", f'<i class="{text_of(class_)}"></i>', text_of(words)) for class_, words in entries]
    return tag("p", *made, class_="legend")


def bullets(lines: Iterable[str], class_: str = "") -> str:
    """Return a list of sentences."""
    return tag("ul", *(tag("li", text_of(words)) for words in lines), class_=class_)


def code(words: str) -> str:
    """Return text as it is typed or computed."""
    return tag("pre", tag("code", text_of(words)))


def _class(name: str) -> str:
    return f' class="{text_of(name)}"' if name else ""
