#!/usr/bin/env python3
"""Prints one of these scenes whole, to be pasted into Shadertoy: the text of `vieta real-roots --emit glsl`, the camera, the scene.

    python3 examples/shadertoy/ready.py torus > torus.glsl
    python3 examples/shadertoy/ready.py --pictures FOLDER       # all of them as pictures, by Mesa's software renderer

VIETA_PROGRAM is the program (default build/release/vieta). Pictures need Python's packages moderngl and Pillow.
"""

import argparse
import os
import pathlib
import re
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = os.environ.get("VIETA_PROGRAM", HERE.parent.parent / "build" / "release" / "vieta")
SCENES = sorted(path.stem for path in HERE.glob("*.glsl") if path.stem != "camera")


def ready(name: str) -> str:
    scene = (HERE / f"{name}.glsl").read_text()
    degree = re.search(r"^// degree (\d+)$", scene, re.M).group(1)
    text = subprocess.run([PROGRAM, "real-roots", "--emit", "glsl", "--degree", degree], capture_output=True, text=True, check=True).stdout
    camera = (HERE / "camera.glsl").read_text() if "camera_ray" in scene else ""
    return f"{text}\n{camera}\n{scene}"


def fragment_shader(name: str, version: str = "300 es") -> str:
    """What Shadertoy puts around it."""
    return (f"#version {version}\nprecision highp float;\nprecision highp int;\nuniform vec3 iResolution;\nuniform float iTime;\n"
            f"out vec4 result;\n{ready(name)}\nvoid main() {{ mainImage(result, gl_FragCoord.xy); result.a = 1.0; }}\n")


def pictures(folder: pathlib.Path, size: int = 400) -> None:
    import moderngl
    from PIL import Image

    context = moderngl.create_context(standalone=True, backend="egl", require=330)
    corners = "#version 330\nin vec2 at;\nvoid main() { gl_Position = vec4(at, 0.0, 1.0); }\n"
    buffer = context.buffer(b"".join(__import__("struct").pack("2f", *p) for p in ((-1, -1), (3, -1), (-1, 3))))
    for name in SCENES:
        program = context.program(vertex_shader=corners, fragment_shader=fragment_shader(name, "330"))
        large = 2 * size  # four samples for each pixel of the picture
        for uniform, value in (("iResolution", (large, large, 1)), ("iTime", 2.0)):
            if uniform in program:
                program[uniform].value = value
        target = context.simple_framebuffer((large, large))
        target.use()
        context.vertex_array(program, [(buffer, "2f", "at")]).render(moderngl.TRIANGLES)
        image = Image.frombytes("RGB", (large, large), target.read(components=3)).transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        image.resize((size, size), Image.Resampling.LANCZOS).save(folder / f"shadertoy_{name}.webp", quality=80, method=6)
        print(f"shadertoy_{name}.webp")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scene", nargs="?", choices=SCENES)
    parser.add_argument("--pictures", type=pathlib.Path, metavar="FOLDER")
    asked = parser.parse_args()
    if asked.pictures:
        pictures(asked.pictures)
    elif asked.scene:
        print(ready(asked.scene), end="")
    else:
        parser.error(f"found no scene, expected one of {', '.join(SCENES)}")


if __name__ == "__main__":
    main()
