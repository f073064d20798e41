"""What mkdocs.yml asks of MkDocs beyond its own ways: links to files outside docs/ become their names, once it is sure that the
files are there; the C++ reference comes from the headers; the live page, where `./dev web` has built it, lies beside the others."""

import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).parent.parent
LIVE = ROOT / "build" / "web"
LINK = re.compile(r"\[([^\]]*)\]\(([^)#:]+)(#[^)]*)?\)")


sys.path.insert(0, str(ROOT / "docs"))
import site_cpp


def on_page_markdown(markdown, page, **_):
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


def on_post_build(config, **_):
    if (LIVE / "vieta_roots.wasm").is_file():
        shutil.copytree(LIVE, pathlib.Path(config["site_dir"]) / "live", dirs_exist_ok=True)
