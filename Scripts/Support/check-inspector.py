"""Uses the inspector's page in a browser, for Scripts/check-inspector, which says how.

    check-inspector.py BROWSER FOLDER PICTURES

FOLDER takes the pictures of this run, PICTURES those of the guide. Prints a line for each finding, and one that counts
them; exits with 1 if there is any.
"""

import contextlib
import pathlib
import shutil
import socket
import subprocess
import sys

from playwright.sync_api import Error, expect, sync_playwright

BROWSER, FOLDER, PICTURES = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
MOCK = pathlib.Path(__file__).with_name("inspector-mock.py")
TOKEN = "secret-secret-secret"
VIEWS = ("actions", "timeline", "effects", "state", "counts")
findings, checks = [], 0
WATCH = "window.longest = 0; new PerformanceObserver((list) => list.getEntries().forEach((entry) => {" \
    " window.longest = Math.max(window.longest, entry.duration); })).observe({ type: 'longtask', buffered: true });"


def true(what, condition):
    global checks
    checks += 1
    if not condition:
        findings.append(what)


def equal(what, found, expected):
    true(f"{what} should be {expected!r}, but is {found!r}", found == expected)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def app(count, *options, port=None):
    port = port or free_port()
    process = subprocess.Popen([sys.executable, MOCK, str(port), str(count), *options], stdout=subprocess.PIPE, text=True)
    process.stdout.readline()
    try:
        yield port, process
    finally:
        process.kill()
        process.wait()


@contextlib.contextmanager
def opened(browser, port, width=1280, height=800, scheme="light", token=TOKEN):
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
    page = context.new_page()
    page.set_default_timeout(20_000)
    page.messages = []
    page.on("pageerror", lambda error: page.messages.append(f"error: {error}"))
    page.on("dialog", lambda dialog: (page.messages.append("a dialog"), dialog.dismiss()))
    page.add_init_script(WATCH)
    page.goto(f"http://127.0.0.1:{port}/#{token}" if token else f"http://127.0.0.1:{port}/")
    yield page
    equal("messages of the page", page.messages, [])
    context.close()


def all_there(page, count):
    page.wait_for_function("(count) => page.model.last >= count && page.filtered !== null", arg=count)


def choose(page, view):
    page.locator(f"#tab-{view}").click()
    page.locator(f"#view-{view}").wait_for()


def check_size(browser):
    """A hundred thousand records: few elements, quick answers, no long task."""
    with app(100_000) as (port, _), opened(browser, port) as page:
        all_there(page, 99_990)
        expect(page.locator("#count")).to_contain_text("records")
        true("the list has 200 rows or more", 0 < page.locator("#records .row").count() < 200)
        time = page.evaluate(
            """() => new Promise((resolve) => {
              const search = document.getElementById('search');
              const began = performance.now();
              const seen = new MutationObserver(() => { seen.disconnect(); resolve(performance.now() - began); });
              seen.observe(document.getElementById('count'), { childList: true, characterData: true, subtree: true });
              search.value = 'declined';
              search.dispatchEvent(new Event('input'));
            })"""
        )
        true(f"a filter takes {time:.0f} ms of at most 100", time <= 100)
        true("a filter finds nothing", page.locator("#records .row").count() > 0)
        page.locator("#search").fill("")
        page.locator("#records").press("Home")
        expect(page.locator("#records .row.selected .time")).to_have_text("0.000")
        page.locator("#records").press("End")
        choose(page, "timeline")
        page.locator("#zoom-fit").click()
        page.locator("#live-groups canvas.density").first.wait_for()
        true("the timeline has 400 items or more", page.locator("#live-groups .item").count() < 400)
        for _ in range(9):
            page.locator("#zoom-in").click()
        page.locator("#live-groups .item").first.wait_for()
        true("the timeline has 400 items or more when zoomed", page.locator("#live-groups .item").count() < 400)
        choose(page, "effects")
        true("the effects have 200 rows or more", 0 < page.locator("#effect-list .row").count() < 200)
        longest = page.evaluate("window.longest")
        true(f"a task of the page takes {longest:.0f} ms of at most 50", longest <= 50)
        return time, longest


def check_answers(browser):
    """What a person asks of effects is on the page."""
    with app(300) as (port, _), opened(browser, port) as page:
        all_there(page, 280)
        equal("the address", page.url, f"http://127.0.0.1:{port}/")
        options = " ".join(page.locator("#store-filter option").all_inner_texts())
        for text in ("search · ElmEngine", "cart · FeatureEngine", "library · ReduxBridge"):
            true(f"the stores {options} lack {text}", text in options)
        choose(page, "effects")
        rows = page.locator("#effect-list .row")
        expect(rows.filter(has_text="Waits for its turn behind upload")).to_have_count(1)
        expect(rows.filter(has_text="waits for 30.0 seconds of silence")).to_have_count(1)
        expect(rows.filter(has_text="Cancelled, but its task goes on")).to_have_count(1)
        expect(page.locator("#suspended")).to_contain_text("The handler of reload of library is suspended")
        rows.filter(has_text="Replaced").first.click()
        details = page.locator("#details")
        expect(details).to_contain_text("a newer one of its name, search")
        expect(details).to_contain_text("at App/SearchView.swift:41")
        expect(details).to_contain_text("Ran because")
        details.locator(".chain .link").first.click()
        expect(details).to_contain_text("Changed")
        expect(details).to_contain_text('"swift"')
        page.locator("#findings-button").click()
        expect(details).to_contain_text("and it was dropped")
        choose(page, "state")
        expect(page.locator("#tree")).to_contain_text("10000 parts")
        page.locator("#find").fill("row 9876")
        page.locator("#found .link").first.click()
        expect(page.locator("#tree")).to_contain_text("Row 9876")
        choose(page, "counts")
        expect(page.locator("#effect-counts")).to_contain_text("Replaced")
        choose(page, "control")
        expect(page.locator("#control")).to_contain_text("Inspector.start(control: true)")


def check_keys(browser):
    """Everything is reached without a pointer, and the focus can be seen."""
    with app(300) as (port, _), opened(browser, port) as page:
        all_there(page, 280)
        page.keyboard.press("/")
        equal("what / leads to", page.evaluate("document.activeElement.id"), "search")
        page.keyboard.type("paytapped")
        page.keyboard.press("Enter")
        page.keyboard.press("Home")
        expect(page.locator("#details h2")).to_have_text("payTapped")
        style = "getComputedStyle(document.activeElement).outlineStyle"
        equal("the outline of the focus", page.evaluate(style), "solid")
        page.keyboard.press("Enter")
        equal("what Enter leads to", page.evaluate("document.activeElement.id"), "details")
        page.keyboard.press("Escape")
        equal("what Escape leads back to", page.evaluate("document.activeElement.id"), "records")
        page.locator("#tab-actions").focus()
        page.keyboard.press("ArrowRight")
        expect(page.locator("#view-timeline")).to_be_visible()
        page.locator("#live-groups .item[tabindex='0']").first.focus()
        key = "document.activeElement.getAttribute('data-key')"
        first = page.evaluate(key)
        page.keyboard.press("End")
        true("the End key does not move in a timeline", page.evaluate(key) not in (None, first))
        before = page.locator("#range").inner_text()
        page.keyboard.press("+")
        expect(page.locator("#range")).not_to_have_text(before)
        unnamed = page.evaluate(
            """() => [...document.querySelectorAll('button, input, select, textarea, [role=region], [role=listbox]')]
              .filter((element) => !element.getAttribute('aria-label') && !element.getAttribute('aria-labelledby')
                && !element.textContent.trim() && !(element.labels?.length > 0)).length"""
        )
        equal("controls without a name", unnamed, 0)


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


def check_looks(browser):
    """Each view in both colours and in narrow windows; these are the pictures."""
    with app(300, "--control") as (port, _):
        for width in (1280, 400):
            for scheme in ("light", "dark"):
                with opened(browser, port, width, 720, scheme) as page:
                    all_there(page, 280)
                    page.locator("#records .row", has_text="replaced").last.click()
                    page.locator("#details .chain").first.wait_for()
                    for view in (*VIEWS, "control"):
                        choose(page, view)
                        page.locator(f"#view-{view} :is(.row, .item, .tree-row, td, textarea)").first.wait_for()
                        name = f"{view}, {width} px, {scheme}"
                        equal(f"the width of {name}", page.evaluate("document.documentElement.scrollWidth"), width)
                        equal(f"what is hard to read in {name}", page.evaluate(CONTRASTS), [])
                        page.screenshot(path=FOLDER / f"{view}-{width}-{scheme}.png")


def check_control(browser):
    with app(300, "--control") as (port, _), opened(browser, port) as page:
        all_there(page, 280)
        choose(page, "control")
        page.locator("#send-json").fill('{"typed": ')
        page.get_by_role("button", name="Send", exact=True).click()
        expect(page.locator("#said")).to_contain_text("This is no JSON")
        page.locator("#send-json").fill('{"typed": {"_0": "swift"}}')
        page.get_by_role("button", name="Send", exact=True).click()
        expect(page.locator("#said")).to_have_text("Did send.")
        page.locator("#send-store").select_option("2")
        expect(page.locator("#control")).to_contain_text("are not Decodable")
        page.locator("#note-text").fill("Here")
        page.get_by_role("button", name="Add").click()
        expect(page.locator("#said")).to_have_text("Did note.")
        choose(page, "actions")
        for text in ('"typed": {"_0": "swift"}', '"text": "Here"'):
            expect(page.locator("#records .row", has_text=text)).to_have_count(1)
        page.locator("#search").fill('typed("swift")')
        page.locator("#records .row.actions").last.click()
        page.get_by_role("button", name="Send again").click()
        expect(page.locator("#said")).to_have_text("Did resend.")
        page.get_by_role("button", name="Jump here").click()
        expect(page.locator("#said")).to_have_text("Did jump.")
        page.locator("#search").fill("paytapped")
        page.locator("#records .row.actions").last.click()
        expect(page.locator("#details")).to_contain_text("No jump here: FeatureEngine")
        choose(page, "effects")
        page.locator("#effect-list .row", has_text="behind upload").click()
        page.get_by_role("button", name="Cancel").click()
        expect(page.locator("#said")).to_have_text("Did cancel.")


def check_text(browser):
    """Markup and commands for terminals stay text."""
    with app(300, "--evil") as (port, _), opened(browser, port) as page:
        all_there(page, 280)
        page.locator("#records .row.actions").last.click()
        for view in VIEWS:
            choose(page, view)
        expect(page.locator("#details")).to_have_count(1)
        choose(page, "state")
        expect(page.locator("#tree")).to_contain_text("</script><script>alert(1)</script>")
        expect(page.locator("#tree")).to_contain_text("\\u{1B}[31m\\u{202E}")
        equal("images", page.locator("img").count(), 0)


def check_loss(browser):
    """The app ends: that is said, the records stay, and the page comes back to the next run."""
    with contextlib.ExitStack() as stack:
        port, process = stack.enter_context(app(300))
        page = stack.enter_context(opened(browser, port))
        all_there(page, 280)
        kept = page.evaluate("page.model.records.length")
        process.kill()
        process.wait()
        expect(page.locator("#banner")).to_contain_text("The app does not answer")
        expect(page.locator("#banner")).to_contain_text(f"{kept} records are kept")
        equal("the records that are kept", page.evaluate("page.model.records.length"), kept)
        page.locator("#records .row").first.click()
        stack.enter_context(app(100, port=port))
        expect(page.locator("#banner")).to_contain_text("started again")
        expect(page.locator("#connection")).to_have_text("Live")
        page.get_by_role("button", name="Look at the run before").click()
        equal("the records of the run before", page.evaluate("page.model.records.length"), kept)
        page.get_by_role("button", name="Back to the app").click()
        expect(page.locator("#connection")).to_have_text("Live")
        with opened(browser, port, token="") as other:
            expect(other.locator("#banner")).to_contain_text("This address lacks its token")
        with opened(browser, port, token="wrong") as other:
            expect(other.locator("#banner")).to_contain_text("is that of another run")


def check_files(browser):
    """A session that was exported is opened; another file is refused with words."""
    with app(300) as (port, _), opened(browser, port) as page:
        all_there(page, 280)
        count = page.evaluate("page.model.records.length")
        page.locator("#menu summary").click()
        with page.expect_download() as download:
            page.locator("#export-session").click()
        session = FOLDER / "session.jsonl"
        download.value.save_as(session)
        page.locator("#file").set_input_files(session)
        expect(page.locator("#banner")).to_contain_text("a session from a file")
        equal("the records of the file", page.evaluate("page.model.records.length"), count)
        choose(page, "state")
        expect(page.locator("#state-error")).to_contain_text("A session has no states")
        cut = FOLDER / "cut.jsonl"
        cut.write_text(session.read_text()[:5000])
        page.locator("#file").set_input_files(cut)
        expect(page.locator("#banner")).to_contain_text("ends inside a line")
        page.locator("#file").set_input_files(MOCK)
        expect(page.locator("#banner")).to_contain_text("This is no session")
        page.get_by_role("button", name="Back to the app").click()
        expect(page.locator("#connection")).to_have_text("Live")


with sync_playwright() as playwright:
    # Containers give the browser neither a sandbox nor much shared memory; it opens only our own pages.
    browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox", "--disable-dev-shm-usage"])
    measured = None
    for check in (check_size, check_answers, check_keys, check_looks, check_control, check_text, check_loss, check_files):
        try:
            measured = check(browser) or measured
        except (Error, AssertionError) as error:
            true(f"{check.__name__}: " + " ".join(str(error).split())[:600], False)
    browser.close()

for finding in findings:
    print(f"error: {finding}")
if measured:
    print(f"A filter of 100,000 records took {measured[0]:.0f} ms, the longest task of the page {measured[1]:.0f} ms.")
print(f"counted: {checks} checks, {len(findings)} findings, pictures in {FOLDER}")
sys.exit(1 if findings else 0)
