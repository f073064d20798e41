"""Serves a folder to this machine: python3 tests/web/serve.py FOLDER [PORT]."""

import functools
import http.server
import sys

from browser import types


class Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, **types}


if __name__ == "__main__":
    port = int(sys.argv[2]) if len(sys.argv) > 2 else 8000
    print(f"http://127.0.0.1:{port}/ (Ctrl-C ends it)")
    try:
        http.server.ThreadingHTTPServer(("127.0.0.1", port), functools.partial(Handler, directory=sys.argv[1])).serve_forever()
    except KeyboardInterrupt:
        pass
