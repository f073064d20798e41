"""examples/shadertoy: each scene, with the text that the program prints, is a valid fragment shader of WebGL 2."""

import importlib.util
import os
import pathlib
import shutil
import subprocess

from program import PROGRAM, Case, main

VALIDATOR = shutil.which("glslangValidator")
FOLDER = pathlib.Path(__file__).resolve().parents[3] / "examples" / "shadertoy"

if VALIDATOR is None:
    raise SystemExit("SKIPPED: no glslangValidator")

os.environ["VIETA_PROGRAM"] = str(PROGRAM)
spec = importlib.util.spec_from_file_location("ready", FOLDER / "ready.py")
ready = importlib.util.module_from_spec(spec)
spec.loader.exec_module(ready)


class Scenes(Case):
    def test_each_compiles(self):
        self.assertGreaterEqual(len(ready.SCENES), 7)
        for name in ready.SCENES:
            with self.subTest(name):
                path = self.file(f"{name}.frag", ready.fragment_shader(name))
                done = subprocess.run([VALIDATOR, "-S", "frag", path], capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stdout)

    def test_a_page_shows_each(self):
        page = (FOLDER.parents[1] / "docs" / "tutorial" / "shadertoy.md").read_text()
        for name in ready.SCENES:
            self.assertIn(f"`{name}`, degree", page)
            self.assertTrue((FOLDER.parents[1] / "docs" / "images" / f"shadertoy_{name}.webp").exists())


if __name__ == "__main__":
    main()
