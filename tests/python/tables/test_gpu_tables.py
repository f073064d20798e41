"""bench/tables/gpu_tables.py finds its tables in docs/benchmarks.md, and puts figures where they belong."""

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


OTHERS = (
    """NVIDIA H200, 16 threads

| coefficients | degree | CPU, ms | GPU, ms |
|---|---|---|---|
"""
    + "".join(
        f"| complex Gaussian | {n} | {n / 100:.2f} | {n / 700:.2f} |\n| real Gaussian | {n} | 1.00 | 1.00 |\n"
        for n in (1000, 2000, 3000, 10_000, 30_000, 50_000, 100_000, 300_000)
    )
    + """
| framework | call | host | library | a million |
|---|---|--:|--:|--:|
| torch | `roots` | 23.4 us | 4.8 us | 5.67 ms |

| framework | systems | solutions | a call |
|---|--:|--:|--:|
| cupy | 1,024 | 1,556 | 0.27 ms |

| tensor | rows | columns |
|---|--:|--:|
| float32 | 0.119 ms | 0.105 ms |
degree 16 cuda: 1000 polynomials,     928000 ns each
degree 16 cpu : 1000 polynomials,      27400 ns each
 N  set       tolerance  published       text  ratio      plain      first
18  all real     2.0e-4        345        456   1.32        422        288
18  all real        0.0        105        451   4.32        421        288
18  random       2.0e-4       1400       3153   7.88       3033       4791
18  random          0.0        354       3030   8.57       3033       4791
"""
)
BATCHES = (
    "real     degree 16, 15 digits:  1000000 polynomials in   11.700 ms,    11.60 ns each, 0 not proven, 0 differ\n"
)


def test_figures_of_the_other_run(tmp_path, capsys):
    gpu, others, page = (tmp_path / name for name in ("gpu.txt", "others.txt", "page.md"))
    gpu.write_text(BATCHES)
    others.write_text(OTHERS)
    page.write_text(PAGE.read_text())
    assert program("gpu_tables").main(gpu, others, page) == 2
    after = page.read_text().split("\n")
    assert "| 16 threads | 10 | 30 | 100 | 300 | 500 | 1,000 | 3,000 |" in after
    assert "| torch | `roots` | 23.4 us | 4.8 us | 5.67 ms |" in after
    assert "| cupy | 1,024 | 1,556 | 0.27 ms |" in after
    assert "| float32 | 0.119 ms | 0.105 ms |" in after
    assert "| 16 | 1,000,000 | 11.7 ms | 11.6 ns | 928 µs | 80,000x | 27 µs |" in after
    assert "| 18 | 345 | 456 (1.32) | 1,400 | 3,153 (7.88) | 105 | 451 (4.32) | 354 | 3,030 (8.57) |" in after
    assert "no figure for | 2 | 16,000,000 |" in capsys.readouterr().err  # ours; PyTorch is not asked for degree 2
