"""Tables in pages of docs/ that a benchmark writes, between two comments that bear its name."""


def replace_table(page, name, lines):
    begin, end = f"<!-- bench:{name} -->\n", f"<!-- /bench:{name} -->"
    before, rest = page.read_text().split(begin)
    page.write_text(before + begin + "\n".join(lines) + "\n" + end + rest.split(end)[1])
