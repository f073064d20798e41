"""The C++ reference from the headers: what stands in namespace vieta, with the comment before it as text.

No C++ is parsed beyond braces and parentheses: the headers are laid out by clang-format, with `///` before each declaration.
fast_math.hpp, which shaders/fast_math.py writes, has a section in docs/reference/shaders.md instead."""

import pathlib
import re

HEADERS = pathlib.Path(__file__).parent.parent / "include" / "vieta"


def declarations(lines):
    """(comment lines, code lines) of each declaration at namespace level."""
    comment, code, depth = [], [], 0
    for line in lines:
        if not code and line.startswith("///"):
            comment.append(line[3:].strip())
        elif not code and (not line.strip() or line.startswith(("#", "//", "namespace", "inline namespace", "}"))):
            comment = []
        else:
            code.append(line)
            text = re.sub(r'"(\\.|[^"])*"|\'(\\.|[^\'])\'|//.*', "", line)
            depth += sum(text.count(c) for c in "({[") - sum(text.count(c) for c in ")}]")
            if depth == 0 and re.search(r"[;}]\s*$", text):
                yield comment, code
                comment, code = [], []


def title(code):
    """What a declaration declares: `struct root`, `roots`, `enum class root_status`; None for what is no part of the interface."""
    text = " ".join(line.strip() for line in code)
    text = re.sub(r"^(template <.*?>|extern template .*|\[\[.*?\]\]|VIETA_API|inline|constexpr)\s*", "", text)
    text = re.sub(r"\b(VIETA_API|constexpr|inline) ", "", text)
    kind = re.match(r"(enum class|struct|class) (\w+)[^;]*\{", text)
    if kind:
        return f"{kind.group(1)} {kind.group(2)}"
    named = re.match(r"using (\w+) =", text) or re.search(r"(operator\W+|\w+)\(", text) or re.search(r"(\w+) = ", text)
    return named.group(1) if named else None


def as_markdown(text):
    """What Markdown would take for its own, outside of `code`, as it is."""
    pieces = text.split("`")
    pieces[::2] = [re.sub(r"([<>*_\[\]])", r"\\\1", piece) for piece in pieces[::2]]
    return "`".join(pieces)


def page_of(header):
    """One header's part of the page."""
    parts = [f"## vieta/{header.name}\n"]
    seen = set()
    for comment, code in declarations(header.read_text().splitlines()):
        name = title(code)
        if name is None:
            continue
        if name not in seen and (comment or not name.startswith("operator")):
            parts.append(f"### {name}\n")
        seen.add(name)
        if comment:
            parts.append(as_markdown("\n".join(comment)) + "\n")
        parts.append("```cpp\n" + "\n".join(code) + "\n```\n")
    return "\n".join(parts) if seen else ""


def linked(html):
    """The page with its types as links: in code each name of a struct, class or enumeration leads to its heading."""
    places = {name: place for place, name in re.findall(r'<h3 id="([^"]+)">(?:struct|class|enum class) (\w+)', html)}

    def block(found):
        def word(span):
            place = places.get(span[2])
            return f'<span class="{span[1]}"><a class="type" href="#{place}">{span[2]}</a></span>' if place else span[0]

        return re.sub(r'<span class="([a-z]+)">(\w+)</span>', word, found[0])

    return re.sub(r"<pre>.*?</pre>", block, html, flags=re.S)


def reference():
    headers = [path for path in sorted(HEADERS.glob("*.hpp")) if path.name != "fast_math.hpp"]
    return "\n".join(filter(None, (page_of(header) for header in headers)))


if __name__ == "__main__":
    print(reference())
