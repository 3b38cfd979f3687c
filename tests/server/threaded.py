"""A server in a thread of this process, for tests that must see inside it, or bring a game of their own."""

import socket
import threading
from dataclasses import replace

from magnate.server.app import application
from magnate.server.connections import Server
from magnate.server.serving import configured, listening

from ..serving import PATIENCE, Visits


class Threaded(Visits):
    """Serves a table service; use it as a context manager."""

    def __init__(self, settings, service, send_buffer=None):
        self._listener = listening("127.0.0.1", 0)
        if send_buffer is not None:  # accepted sockets have it from this one
            self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
        self.port = self._listener.getsockname()[1]
        self.settings = replace(settings, port=self.port)
        self.url, self.key = f"http://127.0.0.1:{self.port}", settings.owner_key
        config = configured(application(self.settings, service), self.settings)
        self.guard = config.http.guard
        self._server = Server(config)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._listener]})

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
