"""The code behind each picture of the gallery, for docs/site_hooks.py: the function that writes it, with those that it draws with,
or the whole of a script that writes nothing else."""

import ast
import pathlib
import re

ROOT = pathlib.Path(__file__).parent.parent
WHOLE = ("docs/littlewood.py", "docs/dragging.py")
PARTS = ("docs/gallery.py", "bench/tables/plots.py", "bench/published/*.py")
PICTURE = re.compile(r"\w+\.(?:svg|png|webp)")
PICTURE_NAMED = re.compile(f'"({PICTURE.pattern})"')


def functions(path):
    """{name: (text, tree)} of the functions at the top of a file."""
    source = path.read_text()
    return {part.name: (ast.get_source_segment(source, part), part) for part in ast.parse(source).body if isinstance(part, ast.FunctionDef)}


def with_its_drawing(path, text, tree):
    """Below the text what it draws with: the functions of modules beside the file that get a picture's name, and the blocks of a
    page of the tutorial that are run."""
    more = {}
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call):
            continue
        given = [node.value for argument in call.args for node in ast.walk(argument) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
        called = call.func
        if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name) and any(map(PICTURE.fullmatch, given)):
            beside = path.with_name(f"{called.value.id}.py")
            if beside.is_file():
                more[beside] = functions(beside)[called.attr][0]
        elif isinstance(called, ast.Name) and called.id == "run_page":
            page = ROOT / "docs" / "tutorial" / given[0]
            more[page] = "\n".join(re.findall(r"^```python\n(.*?)^```$", page.read_text(), re.S | re.M)).strip()
    return "\n\n\n".join(f"# {file.relative_to(ROOT)}\n{code}" for file, code in {path: text, **more}.items())


def codes():
    """{picture: code}"""
    known = {}
    for pattern in PARTS:
        for path in sorted(ROOT.glob(pattern)):
            for text, tree in functions(path).values():
                for name in PICTURE_NAMED.findall(text):
                    known.setdefault(name, with_its_drawing(path, text, tree))
    for file in WHOLE:
        source = (ROOT / file).read_text()
        for name in PICTURE_NAMED.findall(source):
            known[name] = f"# {file}\n{source.strip()}"
    return known


def with_code(markdown):
    """The gallery with a fold below each picture; a picture whose code is nowhere stops the build."""
    known = codes()

    def cell(found):
        name = re.search(r"\(images/([^)]+)\)", found[0])[1]
        if name not in known:
            raise LookupError(f"docs/gallery.md: no code writes {name}: expected its name in {', '.join(WHOLE + PARTS)}")
        code = "\n".join(["<details markdown data-search-exclude><summary>code</summary>", "", "```python", known[name], "```", "", "</details>"])
        return found[0].removesuffix("</div>") + "\n" + code + "\n</div>"

    return re.sub(r"<div markdown>\n!\[.*?</div>", cell, markdown, flags=re.S)
