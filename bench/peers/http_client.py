"""One client with one connection, like one annotator's browser. Standard library only."""

import http.client
import json
from urllib.parse import urlsplit


class HttpError(Exception):
    """An unusable response: an error status, too many redirects or unexpected content."""


class HttpClient:
    def __init__(self, url: str, headers: dict[str, str] | None = None, timeout_seconds: float = 1_800):
        address = urlsplit(url)
        self.connection = http.client.HTTPConnection(address.hostname, address.port, timeout=timeout_seconds)
        self.headers = headers or {}
        self.cookies: dict[str, str] = {}

    def send(self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None) -> bytes:
        """The body of the response, read to its end. Follows redirects. Raises HttpError from status 400."""
        for _ in range(5):
            response = self._exchange(method, path, body, headers or {})
            content = response.read()
            self._store_cookies(response)
            if response.status >= 400:
                raise HttpError(f"{method} {path}: {response.status} {content[:500]!r}")
            location = response.getheader("Location")
            if response.status < 300 or location is None:
                return content
            target = urlsplit(location)
            method, body = "GET", None
            path = target.path + (f"?{target.query}" if target.query else "")
        raise HttpError(f"{path}: too many redirects")

    def send_json(self, method: str, path: str, value=None, headers: dict[str, str] | None = None) -> bytes:
        body = None if value is None else json.dumps(value).encode()
        return self.send(method, path, body, {"Content-Type": "application/json", **(headers or {})})

    def call(self, method: str, path: str, value=None):
        """The response as JSON."""
        content = self.send_json(method, path, value)
        return json.loads(content) if content else None

    def close(self) -> None:
        self.connection.close()

    def _exchange(self, method: str, path: str, body: bytes | None, headers: dict[str, str]):
        cookie = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())} if self.cookies else {}
        all_headers = {**self.headers, **cookie, **headers}
        is_reused = self.connection.sock is not None
        try:
            self.connection.request(method, path, body=body, headers=all_headers)
            return self.connection.getresponse()
        except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
            # The server closed an idle connection, so it has not read this request.
            self.connection.close()
            if not is_reused:
                raise
            self.connection.request(method, path, body=body, headers=all_headers)
            return self.connection.getresponse()

    def _store_cookies(self, response) -> None:
        for header in response.msg.get_all("Set-Cookie") or []:
            name, _, value = header.split(";", 1)[0].partition("=")
            self.cookies[name.strip()] = value.strip()
