"""Runs Relay as a child process, sends one prompt and prints the answer while it streams.

Usage: python rpc_client.py "What files are here?" [command of the agent ...]
Needs Python 3.9 or newer and nothing else.
"""

import itertools
import json
import subprocess
import sys
import threading
from queue import Empty, Queue
from typing import Any, Optional


DIALOGS = ("select", "confirm", "input", "editor")


class RelayError(Exception):
    """The agent refused a command, or has ended."""


class RelayClient:
    """Speaks the RPC protocol of one agent process."""

    def __init__(self, command: list[str]) -> None:
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._ids = itertools.count(1)
        self._responses: "dict[str, Queue[Optional[dict[str, Any]]]]" = {}
        self.events: "Queue[Optional[dict[str, Any]]]" = Queue()
        self._lock = threading.Lock()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        # As bytes: only LF ends a record, while text mode would cut at other line ends too.
        assert self._process.stdout is not None
        for line in self._process.stdout:
            record = json.loads(line)
            if record.get("type") != "response":
                self.events.put(record)
                continue
            with self._lock:
                waiting = self._responses.pop(record.get("id"), None)
            if waiting:
                waiting.put(record)
        with self._lock:
            for waiting in self._responses.values():
                waiting.put(None)
            self._responses.clear()
        self.events.put(None)

    def write(self, record: "dict[str, Any]") -> None:
        """Writes a record that gets no response by itself, such as the answer to a dialog."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(record).encode("utf-8") + b"\n")
        self._process.stdin.flush()

    def request(self, type: str, timeout: Optional[float] = 30, **fields: Any) -> Any:
        """Sends a command and returns the data of its response."""
        command_id = f"py-{next(self._ids)}"
        waiting: "Queue[Optional[dict[str, Any]]]" = Queue()
        with self._lock:
            self._responses[command_id] = waiting
        self.write({"id": command_id, "type": type, **fields})
        try:
            response = waiting.get(timeout=timeout)
        except Empty:
            raise RelayError(f"No response to {type}") from None
        if response is None:
            raise RelayError(f"The agent ended with code {self._process.wait()}")
        if not response["success"]:
            raise RelayError(response["error"])
        return response.get("data")

    def close(self) -> int:
        """Closes stdin, which ends the agent, and returns its exit code."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            return self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()


def main() -> int:
    message = sys.argv[1] if len(sys.argv) > 1 else "What files are here?"
    command = sys.argv[2:] or ["relay"]
    client = RelayClient([*command, "--mode", "rpc", "--no-session"])
    try:
        # A prompt is answered when it is accepted; what comes of it is told by events.
        client.request("prompt", timeout=None, message=message)
        while True:
            event = client.events.get()
            if event is None:
                raise RelayError("The agent ended before its work did")
            if event["type"] == "message_update":
                update = event["assistantMessageEvent"]
                if update["type"] == "text_delta":
                    print(update["delta"], end="", flush=True)
            elif event["type"] == "extension_ui_request" and event["method"] in DIALOGS:
                # Nobody is here to answer.
                client.write({"type": "extension_ui_response", "id": event["id"], "cancelled": True})
            elif event["type"] == "agent_settled":
                print()
                return 0
    except RelayError as error:
        print(f"Error: {error}", file=sys.stderr)
        return 1
    finally:
        client.close()


if __name__ == "__main__":
    sys.exit(main())
