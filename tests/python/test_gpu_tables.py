"""bench/gpu_tables.py finds its tables in docs/benchmarks.md, and puts figures where they belong."""

from table_programs import PAGE, program

LOG = """\x1b[1mbuild/gpu/bench/real_roots_gpu_bench\x1b[0m
float  10 sparse |    77.81     7.71   10.09 |    0.42 |       1       2 |       3       4 |  1.5e-06  6.4e-06 |      5 | 66.6%
| coefficients | degree | ms | target | roots - degree | radius > 1e-15 | largest radius | error of sums of powers | longest step | GiB |
|---|---|---|---|---|---|---|---|---|---|
| complex Gaussian | 1000000 | 7.77 | 20 | +0 | 0 | 9.9e-16 | 1.8e-19 | 0.11 | 0.81 |
"""


def test_tables_are_on_the_page():
    lines = PAGE.read_text().split("\n")
    for header, _, _ in program("gpu_tables").TABLES:
        assert sum(line.startswith(header) for line in lines) == 1, header


def test_figures_go_to_their_rows(tmp_path, capsys):
    log, page = tmp_path / "gpu.txt", tmp_path / "page.md"
    log.write_text(LOG)
    page.write_text(PAGE.read_text())
    assert program("gpu_tables").main(log, page) == 2  # rows without a figure
    before, after = PAGE.read_text().split("\n"), page.read_text().split("\n")
    assert len(before) == len(after)
    changed = [line for old, line in zip(before, after) if old != line]
    assert "| float | 10 | sparse | 77.81 | 7.71 | 10.09x | 1 | 2 | 3 | 4 | 5 | 66.6 % |" in changed
    assert any(line.startswith("| complex Gaussian | 1,000,000 | 7.77 | ") for line in changed)
    assert any("| 0.0078 | " in line for line in changed if line.startswith("| one GPU |"))
    assert len(changed) == 3
    assert "no figure for | float | 3 | sparse |" in capsys.readouterr().err
