"""Write a seed stream of messages per file.   seeds.py OUT"""
import json
import os
import sys

META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}


def request(method, **params):
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()


INITIALIZE = request("initialize", protocolVersion="2025-11-25", capabilities={})
CALL = {"name": "coverage", "arguments": {"facility_id": "north", "start": "2025-03-01", "limit": 5.0}}
STREAMS = {
    "ping": request("ping"),
    "session": INITIALIZE + b'\n{"jsonrpc":"2.0","method":"notifications/initialized"}\r\n' + request("tools/call", **CALL),
    "discover": request("server/discover", _meta=META),
    "lists": request("tools/list", _meta=META) + b"\n\n" + request("prompts/list", _meta=META, cursor="x"),
    "call": request("tools/call", _meta={**META, "progressToken": "p"}, **CALL),
    "refused": request("tools/call", _meta=META, name="points", arguments={"facility_id": "south"}),
    "prompt": request("prompts/get", _meta=META, name="triage_ahu", arguments={"facility_id": "north", "equip": "AHU-1"}),
    "complete": request("completion/complete", _meta=META, ref={"type": "ref/prompt", "name": "triage_ahu"},
                        argument={"name": "equip", "value": "A"}, context={"arguments": {"facility_id": "north"}}),
    "cancel": b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a\\u00e9"}}',
    "odd": b'[]\n{bad\n{"id":1,"id":2}\n{"jsonrpc":"2.0","id":"\\ud83d\\ude00\\ud800","method":"ping"}\n{"id":-0,"jsonrpc":"2.0","method":null}',
    "deep": b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":' + b"[" * 300 + b"]" * 300 + b"}}",
}
for name, stream in STREAMS.items():
    with open(os.path.join(sys.argv[1], name), "wb") as file:
        file.write(b"\x10" + stream)
