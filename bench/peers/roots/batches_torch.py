"""All complex roots of many random polynomials by eigenvalues of companion matrices in PyTorch, for comparison with
bench/roots/root_batches_gpu_bench.cu: nanoseconds for a polynomial, on the device and on the CPU."""

import time

import torch


def companion(c: torch.Tensor) -> torch.Tensor:
    """Companion matrices of rows of ascending coefficients."""
    n = c.shape[1] - 1
    m = torch.zeros(c.shape[0], n, n, dtype=c.dtype, device=c.device)
    m[:, 1:, :-1] = torch.eye(n - 1, dtype=c.dtype, device=c.device)
    m[:, :, -1] = -c[:, :-1] / c[:, -1:]
    return m


def seconds(matrices: torch.Tensor) -> float:
    best = float("inf")
    for _ in range(3):
        if matrices.is_cuda:
            torch.cuda.synchronize()
        start = time.perf_counter()
        torch.linalg.eigvals(matrices)
        if matrices.is_cuda:
            torch.cuda.synchronize()
        best = min(best, time.perf_counter() - start)
    return best


def main() -> None:
    print("torch", torch.__version__, torch.cuda.get_device_name(0) if torch.cuda.is_available() else "no GPU")
    generator = torch.Generator().manual_seed(1)
    for degree, count in ((4, 2000), (8, 2000), (16, 1000), (32, 500), (64, 250)):
        c = torch.randn(count, degree + 1, dtype=torch.float64, generator=generator)
        for device in ("cuda", "cpu"):
            if device == "cuda" and not torch.cuda.is_available():
                continue
            matrices = companion(c.to(device))
            torch.linalg.eigvals(matrices[:10])
            print(f"degree {degree:2d} {device:4s}: {count} polynomials, {seconds(matrices) / count * 1e9:10.0f} ns each")


if __name__ == "__main__":
    main()
