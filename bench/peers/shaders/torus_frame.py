#!/usr/bin/env python3
"""A frame of the torus (examples/shadertoy/torus.glsl) in headless Chromium, by the text of `vieta real-roots --emit
glsl` and by Ferrari's formulas in its place (analytic_quartic.glsl): milliseconds, medians, in turns.

    python3 bench/peers/shaders/torus_frame.py [--size 512] [--turns 15]

VIETA_PROGRAM is the program (default build/release/vieta). Chromium draws by its software renderer where it has no GPU.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import statistics
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path[:0] = [str(ROOT / "tests" / "web"), str(ROOT / "examples" / "shadertoy")]

import browser  # noqa: E402
import ready  # noqa: E402

PAGE = """<!doctype html><title>torus</title><canvas></canvas><script>
const shaders = %s, size = %d, canvas = document.querySelector('canvas');
canvas.width = canvas.height = size;
const gl = canvas.getContext('webgl2', { antialias: false });
function program(text) {
  const made = gl.createProgram();
  for (const [kind, source] of [[gl.VERTEX_SHADER, '#version 300 es\\nin vec2 at;\\nvoid main() { gl_Position = vec4(at, 0.0, 1.0); }'], [gl.FRAGMENT_SHADER, text]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, source), gl.compileShader(shader), gl.attachShader(made, shader);
  }
  gl.bindAttribLocation(made, 0, 'at'), gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(made));
  return made;
}
const programs = shaders.map(program), pixels = new Uint8Array(4 * size * size);
gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW);
gl.enableVertexAttribArray(0), gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
gl.viewport(0, 0, size, size);
// Milliseconds from the call to the last pixel in memory: WebGL has no other end that can be waited for.
function frame(which, time) {
  const begin = performance.now();
  gl.useProgram(programs[which]);
  gl.uniform3f(gl.getUniformLocation(programs[which], 'iResolution'), size, size, 1);
  gl.uniform1f(gl.getUniformLocation(programs[which], 'iTime'), time);
  gl.drawArrays(gl.TRIANGLES, 0, 3), gl.readPixels(0, 0, size, size, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  return performance.now() - begin;
}
function differ(time) {
  frame(0, time);
  const one = pixels.slice();
  frame(1, time);
  let count = 0;
  for (let k = 0; k < one.length; k += 4) count += [0, 1, 2].some(c => Math.abs(one[k + c] - pixels[k + c]) > 24);
  return count;
}
const nothing = () => { const begin = performance.now(); gl.clear(gl.COLOR_BUFFER_BIT), gl.readPixels(0, 0, size, size, gl.RGBA, gl.UNSIGNED_BYTE, pixels); return performance.now() - begin; };
</script>"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=512)
    parser.add_argument("--turns", type=int, default=15)
    asked = parser.parse_args()
    if not browser.program():
        print("SKIPPED: no Chromium")
        return
    ours = ready.fragment_shader("torus")
    begin, end = ours.index("out vec4 result;\n") + len("out vec4 result;\n"), ours.index((ROOT / "examples/shadertoy/camera.glsl").read_text())
    peer = ours[:begin] + (HERE / "analytic_quartic.glsl").read_text() + ours[end:]
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "index.html").write_text(PAGE % (json.dumps([ours, peer]), asked.size))
        with browser.served(pathlib.Path(folder)) as address, browser.page() as page:
            page.go(address + "index.html")
            page.wait("typeof nothing === 'function'")
            print(page.value("gl.getParameter(gl.getExtension('WEBGL_debug_renderer_info')?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER)"))
            spent: list[list[float]] = [[], [], []]
            for k in range(asked.turns + 2):
                taken = [page.value(f"frame({which}, {2 + 0.1 * k})") for which in (0, 1)] + [page.value("nothing()")]
                if k >= 2:
                    for times, one in zip(spent, taken):
                        times.append(one)
            text, formulas, empty = (statistics.median(times) for times in spent)
            ratio = (text - empty) / (formulas - empty)
            print(f"{asked.size} x {asked.size}: the text {text:.1f} ms, Ferrari's formulas {formulas:.1f} ms, an empty frame {empty:.1f} ms; ratio without it {ratio:.2f}, with it {text / formulas:.2f}")
            print(f"pixels of another colour: {page.value('differ(2.0)')}")


if __name__ == "__main__":
    main()
