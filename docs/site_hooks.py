"""What mkdocs.yml asks of MkDocs beyond its own ways: links to files outside docs/ become their names, once it is sure that the
files are there; the C++ reference comes from the headers, and its types are links; the gallery shows the code of each picture;
the list of versions is CHANGELOG.md; the live page, where `./dev web` has built it, lies beside the others."""

import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).parent.parent
LIVE = ROOT / "build" / "web"
LINK = re.compile(r"\[([^\]]*)\]\(([^)#:]+)(#[^)]*)?\)")


sys.path.insert(0, str(ROOT / "docs"))
import site_cpp
import site_gallery


def version():
    """That of CMakeLists.txt, and the commit where there is one."""
    number = re.search(r"^project\(vieta VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(), re.M)[1]
    told = subprocess.run(["git", "log", "-1", "--format=%h of %cs"], cwd=ROOT, capture_output=True, text=True)
    return f"{number}, commit {told.stdout.strip()}" if told.returncode == 0 else number


def changes():
    """CHANGELOG.md behind its title, whose links are those of its own folder."""
    text = (ROOT / "CHANGELOG.md").read_text().split("\n## ", 1)[1]
    return "## " + re.sub(r"\]\(docs/", "](", text)


def on_page_markdown(markdown, page, **_):
    if page.file.src_path == "gallery.md":
        markdown = site_gallery.with_code(markdown)
    if page.file.src_path == "versions.md":
        markdown = markdown.replace("::: version", version()).replace("::: changes", changes())
    markdown = markdown.replace("\n::: headers\n", "\n" + site_cpp.reference() + "\n")
    if not (LIVE / "vieta_roots.wasm").is_file():
        markdown = re.sub(r"<!-- live -->.*?<!-- end of live -->", "", markdown, flags=re.S)
    folder = (ROOT / "docs" / page.file.src_path).parent

    def outside(link):
        target = (folder / link[2]).resolve()
        if target.is_relative_to(ROOT / "docs") and not target.is_dir():
            return link[0]
        if not target.exists():
            raise FileNotFoundError(f"docs/{page.file.src_path}: a link to {link[2]}, expected a file that is there")
        return link[1]

    return LINK.sub(outside, markdown)


def stackable(html):
    """Tables of many columns, which a phone shows row by row: each cell knows the name of its column (site.css)."""

    def table(found):
        names = [re.sub("<[^>]+>", "", name).strip() for name in re.findall(r"<th\b[^>]*>(.*?)</th>", found[0], re.S)]
        if len(names) < 4:
            return found[0]

        def row(cells):
            left = iter(names)
            return re.sub(r"<td\b([^>]*)>(.*?)</td>", lambda cell: f'<td{cell[1]} data-column="{next(left, "")}"><div>{cell[2]}</div></td>', cells[0], flags=re.S)

        return re.sub(r"<tr\b.*?</tr>", row, found[0].replace("<table>", "<table data-stacks>", 1), flags=re.S)

    return re.sub(r"<table>.*?</table>", table, html, flags=re.S)


def on_page_content(html, page, **_):
    html = stackable(html)
    if page.file.src_path == "gallery.md":  # each picture opens in its full size
        html = re.sub(r'<img [^>]*src="([^"]+)"[^>]*>', lambda found: f'<a href="{found[1]}">{found[0]}</a>', html)
    return site_cpp.linked(html) if page.file.src_path == "reference/cpp_functions.md" else html


def on_post_build(config, **_):
    if (LIVE / "vieta_roots.wasm").is_file():
        live = pathlib.Path(config["site_dir"]) / "live"
        shutil.copytree(LIVE, live, dirs_exist_ok=True)
        page = live / "index.html"  # which knows no way back by itself, since it may stand alone
        page.write_text(page.read_text().replace("<h1>vieta</h1>", '<h1><a href="../index.html" target="_top">vieta</a></h1>'))
