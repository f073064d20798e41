"""The site of build/site in a headless Chromium: texts that can be read in light and dark, pages that fit a phone, pictures that are
there and have words for those who do not see them, and the live page inside. Run by `./dev site test`."""

from __future__ import annotations

import json
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import browser

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SITE = pathlib.Path(os.environ.get("VIETA_SITE", ROOT / "build" / "site"))
PAGES = ("", "gallery/", "benchmarks/", "tutorial/python_filters/", "reference/boxes/", "reference/python_functions/", "reference/cpp_functions/", "faq/", "install/", "reference/cli/")

# Texts that stand out less from their ground than 4.5, or 3 for large ones (WCAG 2.1, 1.4.3), with an example of each.
FAINT = r"""(() => {
  const linear = (v) => ((v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const parts = (text) => { const all = text.match(/[\d.]+/g).map(Number); return all.length > 3 ? all : [...all, 1]; };
  const over = (a, b) => [0, 1, 2].map((k) => a[k] * a[3] + b[k] * (1 - a[3]));
  const faint = {};
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode.textContent.trim(), element = texts.currentNode.parentElement;
    const box = element.getBoundingClientRect(), style = getComputedStyle(element);
    if (!text || !box.width || !box.height || style.visibility === 'hidden' || style.opacity === '0') continue;
    const grounds = [];
    for (let e = element; e && (!grounds.length || grounds.at(-1)[3] < 1); e = e.parentElement) {
      const ground = parts(getComputedStyle(e).backgroundColor);
      if (ground[3] > 0) grounds.push(ground);
    }
    const ground = grounds.reduceRight((below, above) => over(above, below), [255, 255, 255]);
    const [a, b] = [light(over(parts(style.color), ground)), light(ground)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.6 && style.fontWeight >= 700);
    if (ratio < (large ? 3 : 4.5)) faint[`${element.tagName} ${style.color} on ${ground.map(Math.round)}`] = [ratio.toFixed(2), text.slice(0, 30)];
  }
  return JSON.stringify(faint);
})()"""
PICTURES = "[...document.images].filter((i) => !i.alt || (i.complete && !i.naturalWidth)).map((i) => i.src)"
# Cells of the gallery without code, or, where the screen has room, whose picture is not 400 pixels wide.
CELLS = """[...document.querySelectorAll('.gallery > div')].map((cell) => [cell.querySelectorAll('details pre code').length,
  Math.round(cell.querySelector('img').getBoundingClientRect().width), cell.querySelector('img').src])"""
# Tables of which a reader sees a part alone.
CUT = """[...document.querySelectorAll('article table')].filter((table) => [table, table.parentElement.parentElement].some((e) => e.scrollWidth > e.clientWidth + 1))
  .map((table) => table.textContent.trim().slice(0, 60))"""
LOADED = "document.readyState === 'complete' && document.fonts.status === 'loaded'"


def main() -> int:
    if not (SITE / "index.html").is_file():
        print("SKIPPED: no site in build/site (./dev site builds it)")
        return 0
    if browser.program() is None:
        print("SKIPPED: no Chromium (Debian: chromium)")
        return 0
    with browser.served(SITE) as home, browser.page(True) as page:
        home = home.removesuffix("index.html").rstrip("/") + "/"
        for width, height, dark in ((1280, 800, False), (1280, 800, True), (360, 740, False)):
            page.size(width, height, dark)
            for name in PAGES:
                page.go(home + name)
                page.wait(f"location.href === {json.dumps(home + name)} && {LOADED}", 30)
                faint = json.loads(page.value(FAINT))
                assert faint == {}, f"{name or 'home'}, {'dark' if dark else 'light'}: {faint}"
                assert page.value(PICTURES) == [], f"{name or 'home'}: pictures without words or a file: {page.value(PICTURES)}"
                wide = page.value("document.documentElement.scrollWidth")
                assert wide <= width, f"{name or 'home'}: {wide} pixels wide on a screen of {width}"
                assert width > 360 or page.value(CUT) == [], f"{name or 'home'}: tables are cut off on a phone: {page.value(CUT)}"
                if name == "gallery/":
                    cells = page.value(CELLS)
                    assert len(cells) > 20, f"the gallery has {len(cells)} pictures"
                    for codes, across, which in cells:
                        assert codes == 1 and (across == 400 or width < 500), f"{which}: {codes} codes, {across} pixels wide"
            print(f"{width} x {height}, {'dark' if dark else 'light'}: {len(PAGES)} pages can be read", flush=True)
        if (SITE / "live" / "index.html").is_file():
            page.size(1280, 800)
            page.go(home)
            page.wait("document.querySelector('iframe.live') !== null", 30)
            page.value("document.querySelector('iframe.live').scrollIntoView()")
            page.wait("/in 10 discs, all proven/.test(document.querySelector('iframe.live').contentDocument?.getElementById('said')?.textContent)", 100)
            print("the live page inside answers")
        assert page.complaints == [], page.complaints
    return 0


if __name__ == "__main__":
    sys.exit(main())
