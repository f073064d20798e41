"""Peak rates of the hardware of the works and of this machine, for estimates of what their programs would reach today.

An estimate is the published time times the ratio of the peaks: it takes the program as it is, bound by arithmetic, so it is
kind to the published program wherever that is bound by memory or by launches. Peaks are those of the vendors' data sheets.
"""

import pathlib
import re
import shutil
import subprocess

DOUBLE, SINGLE = "double", "single"

# 10^9 operations in a second; a multiply-add counts as two.
PEAK = {
    ("NVIDIA GTX 280 (2008)", SINGLE): 622,  # 240 units at 1.296 GHz, one multiply-add in a cycle
    ("NVIDIA K20C (2012)", DOUBLE): 1170,
    ("NVIDIA K40 (2013)", DOUBLE): 1430,
    ("NVIDIA RTX 2070 Super (2019)", SINGLE): 9060,
    ("NVIDIA H100 (2022)", DOUBLE): 33500,
    ("NVIDIA H100 (2022)", SINGLE): 67000,
    ("NVIDIA H200 (2024)", DOUBLE): 33500,
    ("NVIDIA H200 (2024)", SINGLE): 67000,
    ("one core of a Xeon E5-2670 (2012)", DOUBLE): 20.8,  # 2.6 GHz, AVX: one addition and one product of 4
    ("two Xeon E5-2660, 16 cores (2012)", DOUBLE): 281.6,
    ("one core of a Xeon E5-2643 v3 (2014)", DOUBLE): 54.4,  # 3.4 GHz, AVX2: two multiply-adds of 4
    ("one core of a Core 2 Quad, 2.83 GHz (2008)", DOUBLE): 11.3,
}


def processor() -> str:
    text = pathlib.Path("/proc/cpuinfo").read_text() if pathlib.Path("/proc/cpuinfo").exists() else ""
    found = re.search(r"model name\s*: (.*)", text)
    return re.sub(r"\((R|TM)\)", "", found.group(1)).strip() if found else "an unknown processor"


def card() -> str:
    """The GPU of this machine, for a program without CUDA: shaders run on it by Vulkan. Nothing where there is none."""
    if not shutil.which("nvidia-smi"):
        return ""
    done = subprocess.run(["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"], capture_output=True, text=True)
    return done.stdout.splitlines()[0].strip() if done.returncode == 0 and done.stdout.strip() else ""


def core_peak() -> float:
    """Of one core of this machine, in 10^9 double operations in a second: two units of its widest vectors."""
    text = pathlib.Path("/proc/cpuinfo").read_text()
    clock = re.search(r"@ ([\d.]+)GHz", text)
    ghz = float(clock.group(1)) if clock else float(re.search(r"cpu MHz\s*: ([\d.]+)", text).group(1)) / 1000
    return ghz * (32 if "avx512f" in text else 16 if "fma" in text else 4)


def device_peak(gpu: str, precision: str) -> float:
    """Of this machine's GPU; 0 where the table does not know it."""
    for (name, kind), rate in PEAK.items():
        words = name.split(" (")[0].replace("NVIDIA ", "")
        if kind == precision and words in gpu:
            return rate
    return 0


def estimate(published_seconds: float, old: str, precision: str, now: float) -> float:
    """What the published program would need on hardware of the peak `now`."""
    return published_seconds * PEAK[old, precision] / now
