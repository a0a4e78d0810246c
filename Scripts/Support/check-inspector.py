"""Uses the inspector's page of a running app in a browser, for Scripts/check-inspector, which says how.

    check-inspector.py BROWSER APP FOLDER [--pictures GUIDE] [CHECK…]

FOLDER takes the pictures, and GUIDE those of the guide. With names of checks, such as `looks`, only these are made.
Prints a line for each finding, what was measured, and one that counts them; exits with 1 if there is any finding.
"""

import argparse
import contextlib
import http.client
import json
import pathlib
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

from playwright.sync_api import Error, expect, sync_playwright

parser = argparse.ArgumentParser()
parser.add_argument("browser")
parser.add_argument("app")
parser.add_argument("folder", type=pathlib.Path)
parser.add_argument("--pictures", type=pathlib.Path)
parser.add_argument("checks", nargs="*")
options = parser.parse_args()
BROWSER, APP, FOLDER = options.browser, options.app, options.folder
PROTOCOL = pathlib.Path("Sources/StoreInspector/StoreInspector.docc/InspectorProtocol.md")
TOKEN = "secret-secret-secret"
VIEWS = ("actions", "timeline", "effects", "state", "counts", "control")
STORES = ("search · ElmEngine", "rows · ElmEngine", "</script> · ElmEngine", "profile · FeatureEngine",
          "timer · EffectViewEngine", "cart · ReduxBridge")
findings, measured, checks = [], [], 0
WATCH = "window.longest = 0; new PerformanceObserver((list) => list.getEntries().forEach((entry) => {" \
    " window.longest = Math.max(window.longest, entry.duration); })).observe({ type: 'longtask', buffered: true });"


def true(what, condition):
    global checks
    checks += 1
    if not condition:
        findings.append(what)


def equal(what, found, expected):
    true(f"{what} should be {expected!r}, but is {found!r}", found == expected)


class App:
    """The app, which obeys the commands that its main.swift lists."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [APP, "--token", TOKEN, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        # With two inspectors, that of this token.
        for _ in range(2 if "--second" in arguments else 1):
            line = self.process.stdout.readline()
            address = line.removeprefix("Store inspector: ").strip()
            if not address.startswith("http://127.0.0.1:"):
                raise AssertionError(f"the app printed {line!r} in place of its address")
            if address.endswith(f"#{TOKEN}"):
                self.address = address
            else:
                self.second = address
        self.root = self.address.split("#")[0]
        self.port = self.root.split(":")[2].strip("/")

    def tell(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()

    def do(self, *commands):
        for command in commands:
            self.tell(command)
            answer = json.loads(self.process.stdout.readline())
            true(f"the app answered {command!r} with {answer}", "error" not in answer)
        return answer

    def signal(self, number):
        self.process.send_signal(number)

    def kill(self):
        self.process.kill()
        self.process.wait()


@contextlib.contextmanager
def app(*arguments):
    running = App(*arguments)
    try:
        yield running
    finally:
        running.kill()


@contextlib.contextmanager
def opened(browser, address, width=1280, height=800):
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme="light")
    try:
        page = context.new_page()
        page.set_default_timeout(30_000)
        messages = []
        page.on("pageerror", lambda error: messages.append(f"error: {error}"))
        page.on("dialog", lambda dialog: (messages.append("a dialog"), dialog.dismiss()))
        page.add_init_script(WATCH)
        page.goto(address)
        yield page
        equal("messages of the page", messages, [])
    finally:
        context.close()


def until(page, condition, value=None):
    """Waits until a function of the page returns true for a value.

    Playwright's own wait evaluates a text again and again, which the page's policy forbids.
    """
    page.evaluate("""async (value) => {
      const holds = """ + condition + """;
      const end = performance.now() + 120_000;
      while (!holds(value)) {
        if (performance.now() > end) throw new Error('never was so: ' + holds);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }""", value)


def caught_up(page):
    """Waits until the page has all that the app has recorded by now."""
    until(page, "() => page.source.pid !== null")
    last = page.evaluate("page.source.get('hello').then((hello) => hello.last)")
    until(page, "(last) => page.source.next >= last && !page.isDirty", last)


def choose(page, view):
    page.locator(f"#tab-{view}").click()
    page.locator(f"#view-{view}").wait_for()


def time_of_input(page, field, text, changed):
    """The milliseconds from an input into a field to the change of an element."""
    return page.evaluate("""([field, text, changed]) => new Promise((resolve) => {
      const element = document.getElementById(field);
      const began = performance.now();
      const seen = new MutationObserver(() => { seen.disconnect(); resolve(performance.now() - began); });
      seen.observe(document.getElementById(changed), { childList: true, characterData: true, subtree: true });
      element.value = text;
      element.dispatchEvent(new Event('input'));
    })""", [field, text, changed])


def ask_much(running):
    running.do("type swift", "type storage", "hang", "upload 1", "upload 2", "stubborn", "stop", "cart pear", "profile Eve",
               "timer", "suspend 3600", "fail", "late", "fill 10000", "rename 5000 renamed")


def check_stores(browser):
    """All stores are listed with their engines, and a late page and a second one show the same."""
    with app() as running:
        running.do("act 1000")
        with opened(browser, running.address) as page, opened(browser, running.address) as other:
            counts = []
            for each in (page, other):
                caught_up(each)
                equal("the address", each.url, running.root)
                options = each.locator("#store-filter option").all_inner_texts()
                for text in STORES:
                    true(f"the stores {options} lack {text}", any(text in option for option in options))
                counts.append(each.evaluate("page.model.records.filter((r) => r.kind === 'actionHandled').length"))
            equal("the actions on two pages", counts, [1000, 1000])
            times = []
            for index in range(100):
                page.evaluate(f"""window.seen = new Promise((resolve) => {{
                  const look = () => [...document.querySelectorAll('#records .row')]
                    .some((row) => row.textContent.includes('number {index} of')) ? resolve() : requestAnimationFrame(look);
                  look();
                }}); 0""")
                start = time.monotonic()
                running.do(f"say number {index} of 100")
                page.evaluate("window.seen")
                times.append((time.monotonic() - start) * 1e3)
            measured.append(f"An action was a row after {sorted(times)[94]:.0f} ms (95th of 100; aim 250).")
            running.do("settle", "hold 3")
            running.do("say after the hold")
            expect(page.locator("#records .row", has_text="after the hold")).to_have_count(1)
            expect(page.locator("#connection")).to_have_text("Live")


def check_answers(browser):
    """What a person asks of effects is on the page."""
    with app() as running:
        ask_much(running)
        with opened(browser, running.address) as page:
            caught_up(page)
            choose(page, "effects")
            rows, details = page.locator("#effect-list .row"), page.locator("#details")
            expect(rows.filter(has_text="Waits for its turn behind upload")).to_have_count(1)
            expect(rows.filter(has_text="Cancelled, but its task goes on")).to_have_count(1)
            expect(page.locator("#suspended")).to_contain_text("of cart is suspended")
            expect(page.locator("#suspended")).to_contain_text("checkOut(seconds: 3600)")
            rows.filter(has_text="hang").first.click()
            expect(details).to_contain_text("Runs because")
            # It goes on.
            length = details.locator("dt", has_text="Runs for").locator("xpath=following-sibling::dd[1]")
            expect(length).not_to_have_text(length.inner_text())
            expect(details).to_contain_text("Waits for 30 min")
            expect(details).to_contain_text("main.swift:")
            rows.filter(has_text="Replaced").first.click()
            expect(details).to_contain_text("a newer one of its name, search")
            expect(details).to_contain_text("main.swift:")
            details.locator(".chain .link").first.click()
            expect(details).to_contain_text('"swift"')
            rows.filter(has_text="hang").first.click()
            details.locator(".sentences summary").click()
            lines = details.locator(".lines p")
            expect(lines.last).to_contain_text("It has not ended.")
            story = " ".join(lines.all_inner_texts())
            true(f"{story} should have times of seconds", re.search(r"\d\.\d{3} s .*It waits for 30 min\.", story))
            true(f"{story} should have no other times", not re.search(r"\dms|seconds", story))
            equal("the buttons that cancel", page.get_by_role("button", name="Cancel").count(), 0)
            rows.filter(has_text="failing").click()
            expect(details).to_contain_text("An error: Failure()")
            choose(page, "control")
            expect(page.locator("#control")).to_contain_text("Inspector.start(control: true)")


def check_problems(browser):
    """What was dropped is marked, and what is most likely a mistake is counted and leads to its effect."""
    with app() as running, opened(browser, running.address) as page:
        running.do("type swift")
        caught_up(page)
        expect(page.locator("#findings-button")).to_be_hidden()
        # A counter that becomes longer moves nothing.
        chip = page.locator("#kinds .chip").first
        place = chip.bounding_box()
        chip.click()
        expect(page.locator("#count")).to_contain_text(" of ")
        equal("the place of a filter that was switched", chip.bounding_box(), place)
        chip.click()
        running.do("late", "fail")
        details = page.locator("#details")
        dropped = page.locator("#records .row.actions", has_text="too late")
        expect(dropped).to_contain_text("dropped")
        dropped.click()
        expect(details).to_contain_text("Dropped: what sent it had been cancelled")
        expect(details.locator(".chain")).to_contain_text("late")
        page.locator("#records .row.effects", has_text="failing failed").click()
        expect(details).to_contain_text("An error: Failure()")
        badge = page.locator("#findings-button")
        expect(badge).to_have_text("1 finding")
        badge.click()
        expect(details.locator("h2")).to_have_text("Findings")
        equal("the findings", details.locator(".findings li").count(), 1)
        details.locator(".findings .link").click()
        expect(details.locator("h2")).to_have_text("late")
        expect(details).to_contain_text("Ended by")
        choose(page, "counts")
        expect(page.locator("#action-counts .bad")).to_have_text("1")
        expect(page.locator("#effect-counts tbody .bad")).to_have_text("1")


def check_state(browser):
    """A value is found in a large state, and the change of one row is one row."""
    with app() as running, opened(browser, running.address) as page:
        running.do("turns", "fill 10000", "rename 5000 renamed")
        caught_up(page)
        page.locator("#records .row", has_text="renamed(5000").first.click()
        expect(page.locator("#details .changes li")).to_have_count(1)
        expect(page.locator("#details .changes")).to_contain_text("rows[id: 5000].title")
        choose(page, "state")
        page.locator("#state-store").select_option(label="rows · ElmEngine")
        running.do("turns")
        # The app looks for at most four seconds: on a slow machine only the first rows are surely seen.
        took = time_of_input(page, "find", "row 123", "found")
        page.locator("#found .link").first.wait_for()
        measured.append(f"All values like one of 10,000 rows were found after {took:.0f} ms (aim 300).")
        turn = running.do("turns")["longestMilliseconds"]
        measured.append(f"The app's longest turn for it was {turn:.0f} ms (aim 16).")
        page.locator("#found .link").first.click()
        expect(page.locator("#tree")).to_contain_text("row 123")


def check_size(browser):
    """A hundred thousand records: few elements, and times that are told."""
    with app("--records", "400000") as running:
        running.do("quick 2000", "act 90000", "hang")
        with opened(browser, running.address) as page:
            caught_up(page)
            true("the list has no row, or 200 or more", 0 < page.locator("#records .row").count() < 200)
            took = time_of_input(page, "search", "hang", "count")
            expect(page.locator("#records .row", has_text="hang").first).to_be_visible()
            page.locator("#search").fill("")
            choose(page, "timeline")
            page.locator("#zoom-fit").click()
            page.locator("#live-groups canvas.density").first.wait_for()
            true("the timeline has 400 items or more", page.locator("#live-groups .item").count() < 400)
            choose(page, "effects")
            expect(page.locator("#effect-count")).to_have_text("1 running or waiting, 2,000 ended")
            true("the effects have no row, or 200 or more", 0 < page.locator("#effect-list .row").count() < 200)
            longest = page.evaluate("window.longest")
            measured.append(f"A filter of 100,000 records took {took:.0f} ms (aim 100), the longest task of the page "
                            f"{longest:.0f} ms (aim 50).")


def check_load(browser):
    """Ten thousand actions a second, for ten seconds: a send stays quick, and the page says what it has lost."""
    with app() as running:
        alone = running.do("load 10000 2")["medianMicroseconds"]
        with opened(browser, running.address) as page:
            caught_up(page)
            expect(page.locator("#count")).to_contain_text("lost")
            seen = page.evaluate("page.model.last")
            running.tell("load 10000 10")
            # It is used meanwhile.
            until(page, "(seen) => page.model.last > seen", seen)
            # Not by the wheel, whose way takes a while.
            page.evaluate("document.getElementById('records').scrollTop -= 2000")
            expect(page.locator("#newest")).to_be_visible()
            top = page.evaluate("document.getElementById('records').scrollTop")
            true("there is no row while the app is busy", 0 < page.locator("#records .row").count() < 200)
            until(page, "(last) => page.model.last > last", page.evaluate("page.model.last"))
            equal("the place of the rows, as the list grows", page.evaluate("document.getElementById('records').scrollTop"), top)
            page.locator("#newest").click()
            expect(page.locator("#newest")).to_be_hidden()
            beside = json.loads(running.process.stdout.readline())["medianMicroseconds"]
            caught_up(page)
            expect(page.locator("#connection")).to_have_text("Live")
            expect(page.locator("#records .row.actions").last).to_contain_text("increment")
            true(f"a send takes {beside:.1f} µs with a page, and {alone:.1f} µs without: more than twice as long",
                 beside <= 2 * alone)
            measured.append(f"A send took {alone:.1f} µs, and {beside:.1f} µs with a page open (median).")


def check_control(browser):
    """Actions are sent, and sent again; effects are cancelled; states are put back."""
    with app("--control") as running:
        ask_much(running)
        with opened(browser, running.address) as page:
            caught_up(page)
            said = page.locator("#said")
            choose(page, "control")
            page.locator("#send-store").select_option(label="search · ElmEngine")
            page.locator("#send-json").fill('{"typed": ')
            page.get_by_role("button", name="Send", exact=True).click()
            expect(said).to_contain_text("This is no JSON")
            page.locator("#send-json").fill('{"typed": {"_0": "sent"}}')
            page.get_by_role("button", name="Send", exact=True).click()
            expect(said).to_contain_text("Sent typed(\"sent\") to")
            equal("the query that was sent", running.do("state")["query"], "sent")
            choose(page, "actions")
            page.locator("#search").fill('typed("swift")')
            page.locator("#records .row.actions").first.click()
            page.get_by_role("button", name="Send again").click()
            expect(said).to_contain_text("again")
            equal("the query that was sent again", running.do("state")["query"], "swift")
            page.locator("#search").fill('typed("storage")')
            page.locator("#records .row.actions").first.click()
            page.get_by_role("button", name="Jump here").click()
            expect(said).to_contain_text("Replaced the state")
            equal("the query after the jump", running.do("state")["query"], "storage")
            page.locator("#search").fill("renamed(\"eve")
            page.locator("#records .row.actions").first.click()
            expect(page.locator("#details")).to_contain_text("No jump here: FeatureEngine")
            choose(page, "effects")
            cancel = page.locator("#details").get_by_role("button", name="Cancel")
            page.locator("#effect-list .row", has_text="failing").click()
            expect(page.locator("#details")).to_contain_text("An error")
            equal("the buttons that cancel an effect that has ended", cancel.count(), 0)
            page.locator("#effect-list .row", has_text="behind upload").click()
            cancel.click()
            expect(said).to_contain_text("Cancelled the effect")
            expect(page.locator("#details")).to_contain_text("Ended by")
            expect(cancel).to_have_count(0)
            equal("the focus, when its button has gone", page.evaluate("document.activeElement.id"), "details")


def check_text(browser):
    """Markup and commands for terminals stay text."""
    with app() as running, opened(browser, running.address) as page:
        running.do("say </script><script>alert(1)</script><img src=x onerror=alert(2)>\\e[31m")
        caught_up(page)
        page.locator("#records .row.actions").last.click()
        expect(page.locator("#details h2")).to_contain_text("</script><script>alert(1)</script>")
        for view in VIEWS:
            choose(page, view)
        equal("images", page.locator("img").count(), 0)
        true("the name of a store ran as a script", page.title() != "hacked")
        equal("escape characters", page.evaluate("document.body.innerText.includes('\\u001b')"), False)


def check_loss(browser):
    """The app is killed: that is said, the records stay, and the page comes back to the next run."""
    with app() as running:
        running.do("act 100")
        with opened(browser, running.address) as page:
            caught_up(page)
            kept = page.evaluate("page.model.records.length")
            running.kill()
            expect(page.locator("#banner")).to_contain_text(f"{kept} records are kept", timeout=30_000)
            with app("--port", running.port) as again:
                again.do("act 1")
                expect(page.locator("#banner")).to_contain_text("started again", timeout=30_000)
                expect(page.locator("#connection")).to_have_text("Live")
                page.get_by_role("button", name="Look at the run before").click()
                equal("the records of the run before", page.evaluate("page.model.records.length"), kept)
                with opened(browser, again.root) as other:
                    expect(other.locator("#banner")).to_contain_text("This address lacks its token")
                with opened(browser, again.root + "#wrong") as other:
                    expect(other.locator("#banner")).to_contain_text("The token is missing or wrong")


def check_pause(browser):
    """The app is stopped, as by a debugger, and goes on; two inspectors of one app tell the same."""
    other_token = "other-other-other"
    with app("--second", other_token) as running:
        running.do("act 100")
        with opened(browser, running.address) as page, opened(browser, running.second) as other:
            for each in (page, other):
                caught_up(each)
                each.evaluate("page.source.patience = 1")
            running.do("act 1")
            for each in (page, other):
                caught_up(each)
            running.signal(signal.SIGSTOP)
            try:
                for each in (page, other):
                    expect(each.locator("#banner")).to_contain_text("a debugger holds it")
                    expect(each.locator("#connection")).to_have_text("Not connected")
                choose(page, "state")
                choose(page, "actions")
            finally:
                running.signal(signal.SIGCONT)
            running.do("act 1", "settle")
            for each in (page, other):
                expect(each.locator("#connection")).to_have_text("Live")
                expect(each.locator("#banner")).to_be_hidden()
                caught_up(each)
                handled = each.evaluate("page.model.records.filter((record) => record.kind === 'actionHandled').length")
                equal("the actions after the pause", handled, 102)
            with opened(browser, running.second.replace(other_token, TOKEN)) as stranger:
                expect(stranger.locator("#banner")).to_contain_text("The token is missing or wrong")


DROP = """([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name));
  const options = { dataTransfer: data, bubbles: true, cancelable: true };
  document.body.dispatchEvent(new DragEvent('dragover', options));
  const isInvited = document.getElementById('drop').checkVisibility();
  document.body.dispatchEvent(new DragEvent('drop', options));
  return isInvited && !document.getElementById('drop').checkVisibility();
}"""


def check_files(browser):
    """A session that was saved is opened; what is none is refused with words."""
    with app() as running, opened(browser, running.address) as page:
        running.do("act 100")
        caught_up(page)
        page.locator("#menu summary").click()
        with page.expect_download() as download:
            page.locator("#export-session").click()
        session = FOLDER / "session.jsonl"
        download.value.save_as(session)
        page.locator("#file").set_input_files(session)
        expect(page.locator("#banner")).to_contain_text("a session from a file")
        until(page, "() => page.model.records.filter((r) => r.kind === 'actionHandled').length === 100")
        page.locator("#file").set_input_files(__file__)
        expect(page.locator("#banner")).to_contain_text("This is no session")
        # One of engine-lab.
        recorded = pathlib.Path("Tests/EngineLabTests/Session/search.jsonl")
        true("a file over the page has no place", page.evaluate(DROP, [recorded.name, recorded.read_text()]))
        expect(page.locator("#banner")).to_contain_text("a session from a file")
        equal("the title", page.locator("#title").inner_text(), recorded.name)
        expect(page.locator("#records .row").first).to_be_visible()
        choose(page, "timeline")
        page.locator("#live-groups .item").first.wait_for()
        choose(page, "state")
        expect(page.locator("#state-error")).to_contain_text("A session has no states.")
        page.get_by_role("button", name="Back to the app").click()
        expect(page.locator("#connection")).to_have_text("Live")


def check_keys(browser):
    """Records are reached without a pointer, and the focus can be seen."""
    with app() as running, opened(browser, running.address) as page:
        running.do("type swift", "cart pear")
        caught_up(page)
        page.keyboard.press("/")
        equal("what / leads to", page.evaluate("document.activeElement.id"), "search")
        page.keyboard.type("add(")
        page.keyboard.press("Enter")
        page.keyboard.press("Home")
        expect(page.locator("#details h2")).to_have_text('add("pear")')
        style = "getComputedStyle(document.activeElement).outlineStyle"
        equal("the outline of the focus", page.evaluate(style), "solid")
        page.keyboard.press("Enter")
        equal("what Enter leads to", page.evaluate("document.activeElement.id"), "details")
        page.keyboard.press("Escape")
        equal("what Escape leads back to", page.evaluate("document.activeElement.id"), "records")
        # The timeline: along a store, to the next one, and another part of the time.
        page.locator("#tab-timeline").focus()
        page.keyboard.press("Enter")
        item, heading = "document.activeElement.item", page.locator("#details h2")
        page.locator("#live-groups .item[tabindex='0']").first.focus()
        expect(heading).to_have_text('typed("swift")')
        page.keyboard.press("ArrowRight")
        expect(heading).to_have_text("search")
        equal("what the right arrow leads to", page.evaluate(f"{item}.kind"), "effect")
        page.keyboard.press("Home")
        expect(heading).to_have_text('typed("swift")')
        page.keyboard.press("ArrowDown")
        expect(heading).to_have_text('add("pear")')
        equal("the outline of the focus in the timeline", page.evaluate(style), "solid")
        page.keyboard.press("ArrowUp")
        length = "page.views.timeline.timeline.range.to - page.views.timeline.timeline.range.from"
        whole = page.evaluate(length)
        page.keyboard.press("+")
        page.keyboard.press("+")
        true("plus does not zoom in", page.evaluate(length) < whole / 2)
        begin = page.evaluate("page.views.timeline.timeline.range.from")
        page.keyboard.press("Shift+ArrowRight")
        true("Shift and an arrow key do not move", page.evaluate("page.views.timeline.timeline.range.from") > begin)
        page.keyboard.press("0")
        equal("whether 0 shows all", page.evaluate("page.views.timeline.timeline.isWhole"), True)


def blocks(language):
    """The blocks of the protocol's document in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", PROTOCOL.read_text(), re.MULTILINE | re.DOTALL)


TYPES = {"integer": int, "string": str, "boolean": bool}


def misfits(value, shape, schema, path):
    """Where a value is not as the document's schema says."""
    if isinstance(shape, str) and shape in TYPES:
        if type(value) is not TYPES[shape]:
            yield f"{path} is {value!r}, and no {shape}"
    elif isinstance(shape, str):
        yield from misfits(value, schema[shape], schema, path)
    elif isinstance(shape, list):
        for index, element in enumerate(value):
            yield from misfits(element, shape[0], schema, f"{path}[{index}]")
    elif "any of" in shape:
        if value not in shape["any of"]:
            yield f"{path} is {value!r}, which is not in the document"
    else:
        names = {key.removesuffix("?"): key for key in shape}
        yield from (f"{path} has {key}, which is not in the document" for key in value if key not in names)
        for name, key in names.items():
            if name in value:
                yield from misfits(value[name], shape[key], schema, f"{path}.{name}")
            elif name == key:
                yield f"{path} has no {name}"


def check_protocol(browser):
    """All answers are as the protocol's document says, and its client and its commands work."""
    schema, commands = (json.loads(block) for block in blocks("json"))
    with app("--control") as running:
        def ask(shape, path, status=200, token=TOKEN, body=None):
            request = urllib.request.Request(running.root + "v1/" + path, body)
            request.add_header("Authorization", "Bearer " + token)
            try:
                answer = urllib.request.urlopen(request)
            except urllib.error.HTTPError as error:
                answer = error
            equal(f"the status of {path}", answer.status, status)
            text = answer.read().decode()
            if shape:
                found = json.loads(text)
                equal(f"what is not as in the document, at {path}", list(misfits(found, shape, schema, shape)), [])
                return found
            return text

        running.do("hang", "upload 1", "upload 2", "type swift", "type storage", "late", "fail", "profile Eve", "fill 200",
                   "rename 7 renamed", "stubborn", "stop", "suspend 3600")
        hello = ask("hello", "hello")
        records = ask("records", "records?after=0")["records"]
        equal("the numbers of the records", [record["number"] for record in records], list(range(1, len(records) + 1)))
        rows = next(store["store"] for store in hello["stores"] if store.get("name") == "rows")
        renamed = next(record["number"] for record in records if record.get("text", "").startswith("renamed(7"))
        true("no effect is told of", ask("effects", "effects")["effects"])
        true("no handler is suspended", ask("effects", "effects")["suspended"])
        ask("state", f"state?store={rows}&path=.rows%5B7%5D")
        equal("the changes", ask("change", f"change?store={rows}&at={renamed}")["changes"][0]["after"], "renamed")
        true("nothing is found", ask("found", f"find?store={rows}&text=row%2017")["found"])
        true("no findings", ask("findings", "findings")["findings"])
        true("no sentences", ask("why", "why?effect=2")["lines"])
        for line in ask(None, "session").splitlines()[1:]:
            line = json.loads(line)
            shape = "record" if "number" in line else "store"
            equal("what is not as in the document, in a session", list(misfits(line, shape, schema, shape)), [])
        json.loads(ask(None, "trace"))
        for name, command in commands.items():
            said = ask("said", "do", body=json.dumps({name: command}).encode())
            measured.append(f"The document's {name} said: {said['said']}")
        ask("error", "nothing", status=404)
        ask("error", "hello", status=401, token="wrong")
        ask("error", "do", status=400, body=b"{}")
        connection, times = http.client.HTTPConnection("127.0.0.1", int(running.port)), []
        for _ in range(20):
            start = time.monotonic()
            connection.request("GET", "/v1/hello", headers={"Authorization": "Bearer " + TOKEN})
            connection.getresponse().read()
            times.append((time.monotonic() - start) * 1e3)
        measured.append(f"An answer on an open connection took {sorted(times)[10]:.1f} ms (median).")
        client = FOLDER / "client.py"
        client.write_text(blocks("python")[0])
        true("the client has more than ten lines", len(client.read_text().splitlines()) <= 10)
        with subprocess.Popen([sys.executable, client, running.address], stdout=subprocess.PIPE, text=True) as process:
            watch = threading.Timer(30, process.kill)
            watch.start()
            equal("what the client prints first", process.stdout.readline(), "1 state \n")
            running.do("say for the client")
            true("the client does not print what comes", any('say("for the client")' in line for line in process.stdout))
            watch.cancel()
            process.kill()


def check_lab(browser):
    """`engine-lab inspect` plays on the engines that are asked for; their stores stay until Ctrl-C."""
    lab = pathlib.Path(APP).with_name("engine-lab")
    command = [lab, "inspect", "Scenarios/checkout.json", "--engine", "elm", "--engine", "redux"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            address = process.stdout.readline().removeprefix("Store inspector: ").strip()
            with opened(browser, address) as page:
                equal("what engine-lab says at the end", process.stderr.readline(),
                      "All is over. The page stays open until Ctrl-C.\n")
                caught_up(page)
                equal("the stores of engine-lab", page.locator("#store-filter option").all_inner_texts(),
                      ["All stores", "elm · ElmEngine", "redux · ReduxBridge"])
                expect(page.locator("#records .row.effects").first).to_be_visible()
                choose(page, "state")
                page.locator("#tree .tree-row").nth(1).wait_for()
                process.send_signal(signal.SIGINT)
                equal("the status of engine-lab", process.wait(timeout=30), 0)
        finally:
            process.kill()


CONTRASTS = """() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const pixel = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = (color) => color.slice(0, 3).map((part) => part / 255)
    .map((part) => (part <= .03928 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4))
    .reduce((sum, part, index) => sum + part * [.2126, .7152, .0722][index], 0);
  const behind = (element) => {
    for (let place = element; place; place = place.parentElement) {
      const color = pixel(getComputedStyle(place).backgroundColor);
      if (color[3] === 255) return color;
    }
    return [255, 255, 255, 255];
  };
  const found = new Set();
  for (const element of document.querySelectorAll('body *')) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
    if (!hasText || !element.checkVisibility({ checkVisibilityCSS: true }) || element.closest('option, :disabled, .bar')) continue;
    const [a, b] = [light(pixel(getComputedStyle(element).color)), light(behind(element))];
    const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    if (ratio < 4.5) found.add(element.className + ': ' + ratio.toFixed(2));
  }
  return [...found];
}"""


CUT = """() => [...document.querySelectorAll('#effect-list :is(.status span, .length, .short span)')]
  .filter((element) => element.checkVisibility())
  .filter((element) => element.scrollWidth > element.clientWidth).map((element) => element.textContent)"""


def check_looks(browser):
    """Each view in both colours and in narrow windows; these are the pictures."""
    with app("--control") as running:
        ask_much(running)
        for width in (1280, 400):
            with opened(browser, running.address, width, 720) as page:
                caught_up(page)
                page.locator("#search").fill("replaced")
                page.locator("#records .row.effects", has_text="replaced").last.click()
                page.locator("#details .chain").first.wait_for()
                for view in VIEWS:
                    choose(page, view)
                    page.locator(f"#view-{view} :is(.list .row, .item, .tree-row, td, textarea)").first.wait_for()
                    if view == "effects":
                        # With times as they are later.
                        page.evaluate("page.source.clock += 1748e6; page.changed()")
                        expect(page.locator("#effect-list .length", has_text="29 min").first).to_be_visible()
                    for scheme in ("light", "dark"):
                        page.emulate_media(color_scheme=scheme)
                        name = f"{view}, {width} px, {scheme}"
                        equal(f"the width of {name}", page.evaluate("document.documentElement.scrollWidth"), width)
                        equal(f"what is hard to read in {name}", page.evaluate(CONTRASTS), [])
                        if view == "effects":
                            equal(f"cut texts in {name}", page.evaluate(CUT), [])
                        page.screenshot(path=FOLDER / f"{view}-{width}-{scheme}.png")


def check_pictures(browser):
    """The pictures of the guide are made: with `--pictures` for the guide itself."""
    folder = options.pictures or FOLDER
    with app() as running:
        running.do("profile Eve", "cart pear", "timer", "upload 1", "upload 2", "stubborn", "stop", "hang", "fail", "type sw",
                   "type swift")
        with opened(browser, running.address, 1120, 600) as page:
            def take(name):
                for scheme, ending in (("light", ""), ("dark", "~dark")):
                    page.emulate_media(color_scheme=scheme)
                    page.screenshot(path=folder / f"inspector-{name}{ending}.png")

            caught_up(page)
            page.locator("#records .row.actions", has_text='typed("swift")').click()
            page.locator("#details .changes li").first.wait_for()
            take("actions")
            choose(page, "effects")
            expect(page.locator("#effect-list")).to_contain_text("behind upload")
            page.locator("#effect-list .row", has_text="hang").click()
            take("effects")
        for picture in folder.glob("inspector-*.png"):
            true(f"{picture} has 150 KB or more", picture.stat().st_size < 150_000)


with sync_playwright() as playwright:
    # Containers give the browser neither a sandbox nor much shared memory; it opens only our own pages.
    browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox", "--disable-dev-shm-usage"])
    expect.set_options(timeout=30_000)
    for check in (check_stores, check_answers, check_problems, check_state, check_size, check_load, check_control, check_text,
                  check_loss, check_pause, check_files, check_keys, check_protocol, check_lab, check_looks, check_pictures):
        if options.checks and check.__name__.removeprefix("check_") not in options.checks:
            continue
        began = time.monotonic()
        try:
            check(browser)
        except (Error, AssertionError) as error:
            true(f"{check.__name__}: " + " ".join(str(error).split())[:600], False)
        measured.append(f"{check.__name__} took {time.monotonic() - began:.1f} s.")
    browser.close()

for finding in findings:
    print(f"error: {finding}")
print("\n".join(measured))
print(f"counted: {checks} checks, {len(findings)} findings, pictures in {FOLDER}")
sys.exit(1 if findings else 0)
