"""A headless Chromium that a test talks to, by Chrome's DevTools protocol; needs nothing beyond Python's own library."""

from __future__ import annotations

import base64
import contextlib
import functools
import http.server
import json
import os
import pathlib
import shutil
import socket
import struct
import subprocess
import tempfile
import threading
import time
import urllib.request

types = {".mjs": "text/javascript", ".wasm": "application/wasm"}  # which not every Python knows

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")


def program() -> str | None:
    return next((found for name in PROGRAMS if (found := shutil.which(name))), None)


@contextlib.contextmanager
def served(folder: pathlib.Path):
    """The folder as a static site of this machine; gives its address."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, **types}

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()


class WebSocket:
    """As much of RFC 6455 as a client of DevTools needs: texts, in frames of any length."""

    def __init__(self, address: str):
        host, path = address.removeprefix("ws://").split("/", 1)
        name, port = host.split(":")
        self.socket = socket.create_connection((name, int(port)), timeout=60)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET /{path} HTTP/1.1", f"Host: {host}", "Upgrade: websocket", "Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", ""]
        self.socket.sendall("\r\n".join(lines).encode())
        head = b""
        while b"\r\n\r\n" not in head:
            head += self.socket.recv(1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise ConnectionError(f"found {head.splitlines()[0]!r}, expected 101")

    def send(self, text: str) -> None:
        data = text.encode()
        size = len(data)
        length = bytes([0x80 | size]) if size < 126 else struct.pack("!BH", 0x80 | 126, size) if size < 65536 else struct.pack("!BQ", 0x80 | 127, size)
        mask = os.urandom(4)
        self.socket.sendall(b"\x81" + length + mask + bytes(b ^ mask[k % 4] for k, b in enumerate(data)))

    def receive(self) -> str:
        text = b""
        while True:
            first, second = self._exactly(2)
            size = second & 127
            if size == 126:
                (size,) = struct.unpack("!H", self._exactly(2))
            elif size == 127:
                (size,) = struct.unpack("!Q", self._exactly(8))
            data = self._exactly(size)
            if first & 15 in (0, 1):
                text += data
                if first & 0x80:
                    return text.decode()
            elif first & 15 == 8:
                raise ConnectionError("the browser closed the connection")

    def _exactly(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            part = self.socket.recv(size - len(data))
            if not part:
                raise ConnectionError("the browser went away")
            data += part
        return data

    def close(self) -> None:
        self.socket.close()


class Page:
    """One tab. `complaints` has what its console calls an error, and exceptions that nobody caught."""

    def __init__(self, address: str):
        self.socket = WebSocket(address)
        self.next = 0
        self.complaints: list[str] = []
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters):
        self.next += 1
        self.socket.send(json.dumps({"id": self.next, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.receive())
            if message.get("id") == self.next:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return message["result"]
            self._note(message)

    def _note(self, message) -> None:
        told = message.get("params", {})
        if message.get("method") == "Runtime.exceptionThrown":
            details = told["exceptionDetails"]
            self.complaints.append(details.get("exception", {}).get("description") or details["text"])
        elif message.get("method") == "Runtime.consoleAPICalled" and told["type"] in ("error", "assert"):
            self.complaints.append(" ".join(str(a.get("value", a.get("description"))) for a in told["args"]))
        elif message.get("method") == "Log.entryAdded" and told["entry"]["level"] == "error":
            self.complaints.append(f"{told['entry']['text']} {told['entry'].get('url', '')}")
        elif message.get("method") == "Network.requestWillBeSent":
            url = told["request"]["url"]
            if not url.startswith(("http://127.0.0.1", "data:", "blob:")):
                self.complaints.append(f"a request to {url}, expected none that leaves this machine")

    def go(self, address: str) -> None:
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=address)

    def value(self, script: str):
        answer = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("exception", {}).get("description", script))
        return answer["result"].get("value")

    def wait(self, script: str, seconds: float = 60):
        """Until the script gives something true; gives that."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if found := self.value(script):
                    return found
            except RuntimeError as problem:  # the page is being loaded
                last = str(problem)
            else:
                last = "nothing yet"
            time.sleep(0.05)
        said = self.value("document.getElementById('said')?.textContent ?? ''")
        raise AssertionError(f"{script}: {last}; the page says '{said}'; {self.complaints}")

    def mouse(self, kind: str, x: float, y: float) -> None:
        button = "left" if kind != "mouseMoved" or self.pressed else "none"
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, buttons=int(kind != "mouseReleased" and button == "left"), clickCount=int(kind != "mouseMoved"))

    pressed = False

    def drag(self, start, end, steps: int = 8, between=lambda: None) -> None:
        self.mouse("mousePressed", *start)
        self.pressed = True
        for k in range(1, steps + 1):
            self.mouse("mouseMoved", *(a + (b - a) * k / steps for a, b in zip(start, end)))
            between()
        self.mouse("mouseReleased", *end)
        self.pressed = False

    def finger(self, place: str, way) -> None:
        """Puts a finger down where the script `place` says, and moves it."""
        x, y = self.value(place)
        self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        for k in (1, 2, 3):
            self.call("Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": x + way[0] * k / 3, "y": y + way[1] * k / 3}])
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def pinch(self, before: float, after: float) -> None:
        """Two fingers on the canvas, as far apart as these numbers of pixels say, first and last; one of them stays in the
        middle. They are events of the page: Chromium drops touches of DevTools once a page has had two at a time."""
        self.value("""(() => {
            const canvas = document.querySelector('canvas'), { x, y, width, height } = canvas.getBoundingClientRect();
            canvas.setPointerCapture = () => {};
            const send = (type, pointerId, by) => canvas.dispatchEvent(new PointerEvent(type, { pointerId, pointerType: 'touch', bubbles: true, clientX: x + width / 2 + by, clientY: y + height / 2 }));
            send('pointerdown', 11, 0), send('pointerdown', 12, %f);
            for (const k of [1, 2, 3, 4]) send('pointermove', 12, %f + (%f - %f) * k / 4);
            send('pointerup', 12, %f), send('pointerup', 11, 0);
        })()""" % (before, before, after, before, after))

    def key(self, key: str) -> None:
        text = key if len(key) == 1 else ""
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, text=text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def size(self, width: int, height: int, dark: bool = False) -> None:
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def picture(self, path: pathlib.Path) -> None:
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))


@contextlib.contextmanager
def page(graphics: bool = True):
    """A tab of a new Chromium, which ends with it; with the graphics of a card, which the processor stands in for, or without."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        options = ["--headless=new", "--no-first-run", "--disable-extensions", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
                   "--remote-debugging-port=0", f"--user-data-dir={profile}"]  # fmt: skip
        options += ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"] if graphics else ["--disable-gpu"]
        if os.geteuid() == 0:
            options.append("--no-sandbox")  # which Chromium has not for root; the page is our own
        process = subprocess.Popen([program(), *options, "about:blank"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            told = pathlib.Path(profile) / "DevToolsActivePort"
            end = time.monotonic() + 60
            while not (told.exists() and told.read_text().count("\n") >= 1):
                if process.poll() is not None or time.monotonic() > end:
                    raise RuntimeError(f"{program()} did not start")
                time.sleep(0.05)
            port = told.read_text().split("\n")[0]
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list") as answer:
                tab = next(t for t in json.load(answer) if t["type"] == "page")
            yield Page(tab["webSocketDebuggerUrl"])
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
