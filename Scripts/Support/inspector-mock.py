"""Speaks the inspector's protocol with a made-up session, for Scripts/check-inspector, which says why.

    inspector-mock.py PORT RECORDS [--control] [--evil]

Prints `ready` when it listens. With --evil names, actions and states are markup and commands for terminals.
"""

import http.server
import itertools
import json
import os
import pathlib
import re
import sys
import threading
import time
import urllib.parse

PORT, COUNT = int(sys.argv[1]), int(sys.argv[2])
CONTROLS, IS_EVIL = "--control" in sys.argv, "--evil" in sys.argv
PAGE = pathlib.Path(__file__).parents[2] / "Sources/StorePage/Page"
TOKEN = "secret-secret-secret"
EVIL = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\x1b[31m\u202e"
SEARCHES = [EVIL] if IS_EVIL else ["s", "sw", "swift", "store", "storage", "effect", "clock"]
VIEW, CLIENT, CART = "App/SearchView.swift:41", "App/SearchClient.swift:88", "App/CartView.swift:17"
BEGAN, OFFSET = time.monotonic(), 65_000_000

STORES = [
    {"store": 1, "name": EVIL if IS_EVIL else "search", "actions": "SearchAction", "engine": "ElmEngine",
     "state": "SearchState", "isObject": False, "jumps": True, "sends": True},
    {"store": 2, "name": "cart", "actions": "CartAction", "engine": "FeatureEngine", "state": "CartState",
     "isObject": True, "jumps": False, "sends": False},
    {"store": 3, "name": "library", "actions": "LibraryAction", "engine": "ReduxBridge", "state": "LibraryState",
     "isObject": False, "jumps": True, "sends": False},
]
ROWS = [{"id": number, "title": f"Row {number}", "price": number * 3} for number in range(10_000)]
STATE = {"query": EVIL if IS_EVIL else "swift", "isLoading": True, "rows": ROWS, "account": {"name": "Ada"}}

records, news = [], threading.Condition()
actions, effects = itertools.count(1), itertools.count(1)
searching = None


def now():
    return int((time.monotonic() - BEGAN) * 1e6) + OFFSET


def add(kind, store, at, **rest):
    record = {"number": 0, "at": at, "kind": kind, **rest}
    if store:
        record["store"] = store
    records.append(record)


def act(store, at, text, cause=None, place=VIEW, kind="actionHandled"):
    number = next(actions)
    rest = {"cause": cause} if cause else {}
    add(kind, store, at, text=text, sentAt=place, **({"action": number} if kind == "actionHandled" else {}), **rest)
    return {"store": store, "action": number}


def search(at, text):
    """A search that replaces the one before."""
    global searching
    cause, effect = act(1, at, f'typed("{text}")'), next(effects)
    if searching:
        old, name, because = searching
        ender = {"way": "by a newer effect of the same name", "effect": effect, "cause": cause, "at": VIEW}
        named = {"effect": old, "id": "search", "name": name, "cause": because}
        add("effectEnded", 1, at, outcome="replaced", ender=ender, **named)
        add("effectDrained", 1, at + 900, **named)
    named = {"effect": effect, "id": "search", "name": text, "cause": cause}
    add("effectStarted", 1, at, text=f'typed("{text}")', sentAt=VIEW, **named)
    add("effectPaused", 1, at, detail="waits for 0.3 seconds of silence", **named)
    searching = (effect, text, cause)
    return named


def find(at, named):
    global searching
    cause = {"store": 1, "effect": named["effect"]}
    act(1, at, "progressed(SearchProgress(done: 12, total: 40))", cause, CLIENT)
    act(1, at + 90_000, f'found(["{named["name"]} in Store.swift"])', cause, CLIENT)
    add("effectEnded", 1, at + 91_000, outcome="finished", **named)
    searching = None


def pay(at, fails):
    cause, effect = act(2, at, "payTapped", place=CART), next(effects)
    named = {"effect": effect, "id": "pay", "cause": cause}
    add("effectQueued", 2, at, text="payTapped", sentAt=CART, **named)
    add("effectStarted", 2, at + 60_000, text="payTapped", sentAt=CART, **named)
    if fails:
        add("effectEnded", 2, at + 220_000, outcome="failed", detail="PaymentError.declined", **named)
        add("errorUncaught", 2, at + 220_000, text="PaymentError.declined", cause={"store": 2, "effect": effect})
    else:
        act(2, at + 220_000, "paid(Receipt(id: 7))", {"store": 2, "effect": effect}, "App/Cart.swift:52")
        add("effectEnded", 2, at + 220_000, outcome="finished", **named)


def make_session():
    step = OFFSET // max(1, COUNT // 9) if COUNT > 1000 else 1_300_000
    for index in itertools.count():
        if len(records) >= COUNT - 14:
            break
        at = index * step
        named = search(at, SEARCHES[index % len(SEARCHES)])
        if index % 2:
            find(at + 310_000, named)
        if index % 3 == 0:
            pay(at + 500_000, index % 9 == 6)
        if index % 7 == 6:
            act(1, at + 600_000, "found([])", {"store": 1, "effect": named["effect"]}, CLIENT, "actionDropped")
        if index % 11 == 5:
            add("note", None, at + 640_000, text="Tried with an empty cart")
    records.sort(key=lambda record: record["at"])
    end = records[-1]["at"] if COUNT <= 1000 else OFFSET
    # What a person asks of: a sleeper, a queued one, one that drains, a reduce that is suspended.
    global live
    first = search(end, "swift")
    del records[-1]
    add("effectPaused", 1, end, detail="waits for 30.0 seconds of silence", **first)
    queued = []
    for title in ("upload", "upload"):
        cause, effect = act(3, end, f'{title}Tapped("cover.png")', place="App/LibraryView.swift:23"), next(effects)
        queued.append({"effect": effect, "id": title, "cause": cause})
        kind = "effectQueued" if len(queued) > 1 else "effectStarted"
        add(kind, 3, end, text='uploadTapped("cover.png")', sentAt="App/LibraryView.swift:23", **queued[-1])
    cause, effect = act(2, end, "refreshTapped", place=CART), next(effects)
    named = {"effect": effect, "id": "refresh", "cause": cause}
    add("effectStarted", 2, end, text="refreshTapped", sentAt=CART, **named)
    cancel = act(2, end + 400_000, "cancelTapped", place="App/CartView.swift:31")
    ender = {"way": "by a cancel of 'refresh'", "cause": cancel, "at": "App/CartView.swift:31"}
    add("effectEnded", 2, end + 400_000, outcome="cancelled", ender=ender, **named)
    suspended = act(3, end + 500_000, "reload", place="App/LibraryView.swift:64")
    records.pop()
    add("handlerSuspended", 3, end + 500_000, text="reload")
    for number, record in enumerate(records, 1):
        record["number"] = number

    def report(effect, status, **rest):
        return {"store": 1, "effect": effect, "status": status, "buffered": 0, "behind": [], "waiters": 0, **rest}

    live = {
        "effects": [
            report(first["effect"], "running", waiters=1), report(queued[0]["effect"], "running"),
            report(queued[1]["effect"], "queued", behind=[queued[0]["effect"]]), report(effect, "draining"),
        ],
        "suspended": [suspended],
    }


def part(path):
    value = STATE
    for name, index in re.findall(r"\.(\w+)|\[(\d+)\]", path):
        value = value[name] if name else value[int(index)]
    return value


def tree(value, name, levels=2):
    is_leaf = not isinstance(value, (dict, list))
    kind = {"dict": "Part", "list": "Array<Row>", "str": "String", "bool": "Bool", "int": "Int"}[type(value).__name__]
    if is_leaf:
        text = json.dumps(value) if isinstance(value, bool) else str(value)
        return {"name": name, "type": kind, "text": text, "isCut": False, "children": [], "leftOut": 0}
    parts = value.items() if isinstance(value, dict) else enumerate(value)
    named = [(f".{key}" if isinstance(value, dict) else f"[{key}]", element) for key, element in parts]
    children = [tree(element, key, levels - 1) for key, element in named[: 100 if levels else 0]]
    return {"name": name, "type": kind, "text": f"{len(named)} parts", "isCut": False, "children": children,
            "leftOut": len(named) - len(children)}


def page():
    scripts = re.findall(r"PackageResources\.(\w+)_js", (PAGE.parent / "Page.swift").read_text())
    parts = {"title": "Inspector", "nonce": "check", "connections": "'self'", "data": "null",
             "style": (PAGE / "style.css").read_text(),
             "script": "\n\n".join((PAGE / f"{name}.js").read_text() for name in scripts)}
    return re.sub(r"{{(\w+)}}", lambda place: parts[place[1]], (PAGE / "page.html").read_text())


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, value, status=200, kind="application/json"):
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        address = urllib.parse.urlparse(self.path)
        asked = dict(urllib.parse.parse_qsl(address.query))
        if address.path == "/":
            return self.answer(page().encode(), kind="text/html; charset=utf-8")
        if self.headers.get("Authorization") != f"Bearer {TOKEN}":
            return self.answer({"error": "The token is missing or is that of another run."}, 401)
        answers = getattr(self, "get_" + address.path.removeprefix("/v1/"), None)
        return answers(asked) if answers else self.answer({"error": "There is no such thing."}, 404)

    def get_hello(self, _):
        self.answer({"format": 1, "process": "Bookshop", "pid": os.getpid(), "control": CONTROLS, "now": now(),
                     "stores": STORES, "first": 1, "last": len(records)})

    def get_records(self, asked):
        after, limit = int(asked.get("after", 0)), int(asked.get("limit", 1000))
        with news:
            if len(records) <= after:
                news.wait(min(float(asked.get("wait", 0)), 10))
            found = records[after:after + limit]
        self.answer({"records": found, "stores": [], "next": found[-1]["number"] if found else after, "lost": 0})

    def get_effects(self, _):
        self.answer({"now": now(), **live})

    def get_findings(self, _):
        text = "The effect 'search' (clock) sent found([]) 600ms after it was ended by a newer effect of the same name, and it was dropped."
        self.answer({"findings": [{"kind": "droppedResult", "text": text, "store": 1, "effect": 1}]})

    def get_state(self, asked):
        path = asked.get("path", "")
        self.answer({"number": len(records), "tree": tree(part(path), path)})

    def get_change(self, asked):
        changes = [{"path": ".query", "before": '"sw"', "after": '"swift"'},
                   {"path": ".isLoading", "before": "false", "after": "true"}]
        if asked.get("store") == "2":
            changes = [{"path": ".rows[5000].price", "before": "15000", "after": "14000"}]
        self.answer({"before": 1, "after": 2, "changes": changes, "isCut": False})

    def get_find(self, asked):
        text = asked["text"].lower()
        found = [{"path": f".rows[{row['id']}].title", "text": row["title"]} for row in ROWS if text in row["title"].lower()]
        self.answer({"number": len(records), "found": found[:100], "isCut": len(found) > 100})

    def get_why(self, asked):
        self.answer({"lines": [f"   0ms  The effect #{asked['effect']} was launched."]})

    def get_session(self, _):
        lines = [{"format": 1}, *STORES, *records]
        self.answer("".join(json.dumps(line) + "\n" for line in lines).encode(), kind="application/x-ndjson")

    def get_trace(self, _):
        self.answer({"traceEvents": []})

    def do_POST(self):
        command = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))))
        if not CONTROLS:
            return self.answer({"error": "This inspector only looks. Start it with 'control: true'."}, 403)
        with news:
            add("note", None, now(), text="Asked for " + json.dumps(command, sort_keys=True))
            records[-1]["number"] = len(records)
            news.notify_all()
        return self.answer({"said": "Did " + next(iter(command)) + "."})


class Server(http.server.ThreadingHTTPServer):
    daemon_threads, request_queue_size = True, 64


make_session()
with Server(("127.0.0.1", PORT), Handler) as server:
    print("ready", flush=True)
    server.serve_forever()
