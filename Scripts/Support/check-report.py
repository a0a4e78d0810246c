"""Uses report pages in a browser, for Scripts/check-report, which says how.

    check-report.py BROWSER FOLDER

FOLDER holds the pages and their documents, and takes the pictures. Prints a line for each finding, and one that counts
them; exits with 1 if there is any.
"""

import json
import pathlib
import sys

from playwright.sync_api import Error, sync_playwright

BROWSER, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
SAMPLE = pathlib.Path(__file__).with_name("report-sample.json")
MARKER = '<script type="application/json" id="report-data">'
window = ""  # The page that is checked, and how it is shown.
findings = []


def equal(what, found, expected):
    if found != expected:
        findings.append(f"{window}: {what} should be {expected!r}, but is {found!r}")


def true(what, condition):
    if not condition:
        findings.append(f"{window}: {what}")


def sample_page():
    """The page of a scenario with the sample's data in place of its own."""
    page = (FOLDER / "checkout.html").read_text()
    start = page.index(MARKER) + len(MARKER)
    end = page.index("</script>", start)
    document = SAMPLE.read_text().replace("<", "\\u003C")
    (FOLDER / "sample.html").write_text(page[:start] + "\n" + document + page[end:])
    (FOLDER / "sample.json").write_text(SAMPLE.read_text())


def check_contents(page, document):
    """All that the document tells of is there, and inside the page."""
    engines = document["engines"]
    for kind, key in (("action", "actions"), ("effect", "effects"), ("screen", "screens")):
        expected = sum(len(engine[key]) for engine in engines)
        equal(f"the number of {key}", page.locator(f".engine [data-kind={kind}]").count(), expected)
    for outcome in ("finished", "failed", "cancelled", "replaced", "refused", "running"):
        expected = sum(effect["outcome"] == outcome for engine in engines for effect in engine["effects"])
        equal(f"the number of bars of {outcome} effects", page.locator(f".engine .bar.{outcome}").count(), expected)
    dropped = sum(action["dropped"] for engine in engines for action in engine["actions"])
    equal("the number of dropped actions", page.locator(".engine .mark.dropped").count(), dropped)
    waits = 0
    for effect in (effect for engine in engines for effect in engine["effects"]):
        until = effect["ended"] if effect["started"] is None else effect["started"]
        waits += (until or 0) > effect["launched"]
    equal("the number of waits", page.locator(".engine .bar .wait").count(), waits)
    equal("the timelines", page.locator(".engine h3").all_inner_texts(), [engine["name"] for engine in engines])
    equal("the rows of totals", page.locator("#totals tbody tr").count(), len(engines))
    numbers = page.locator("#totals tbody tr").first.locator("td").all_inner_texts()
    true(f"the totals {numbers} lack the actions", str(engines[0]["totals"]["actions"]) in numbers)
    equal("the columns of final states", page.locator("#final thead th").count(), len(engines))
    labels = {row["label"] for engine in engines for row in engine["finalState"]["rows"]}
    equal("the rows of final states", page.locator("#final tbody tr").count(), len(labels))
    equal("the title", page.locator("h1").inner_text(), document["title"])
    equal("the changes", page.locator("#changes li").all_inner_texts(), document["changes"])
    differs = document["firstDifference"] is not None
    equal("lines at the first difference", page.locator(".overlay .divergence").count(), len(engines) * differs)
    width = page.viewport_size["width"]
    equal("the page's width", page.evaluate("document.documentElement.scrollWidth"), width)
    # Everything is inside its track, except half a mark at either end.
    outside = page.evaluate(
        """() => [...document.querySelectorAll('.engine .item, .engine .say')].filter((element) => {
          const box = element.getBoundingClientRect();
          const room = element.closest('.room').getBoundingClientRect();
          return box.width > 0 && (box.left < room.left - 1 || box.right > room.right + 1);
        }).map((element) => element.getAttribute('aria-label') ?? element.textContent)"""
    )
    equal("what reaches out of its timeline", outside, [])


def focused(page):
    return page.evaluate("document.activeElement.getAttribute('data-key')")


def engine_of_focus(page):
    return page.evaluate("document.activeElement.closest('.engine')?.getAttribute('aria-label')")


def check_keys(page, document):
    """Tab goes into the timelines, the arrow keys go on, and the panel follows."""
    engines = document["engines"]
    for _ in range(10):
        page.keyboard.press("Tab")
        if focused(page):
            break
    first = focused(page)
    true("the Tab key does not lead to a timeline", first)
    equal("the first timeline", engine_of_focus(page), "Timeline of " + engines[0]["name"])
    true("the panel does not tell of what has the focus", engines[0]["name"] in details(page))
    seen = [first]
    for _ in range(400):
        page.keyboard.press("ArrowRight")
        if focused(page) == seen[-1]:
            break
        seen.append(focused(page))
    everything = sum(len(engines[0][key]) for key in ("actions", "effects", "screens"))
    equal("how many things the right arrow key visits", len(set(seen)), everything)
    last = details(page)
    page.keyboard.press("Home")
    equal("where Home leads", focused(page), first)
    true("the panel did not change with the focus", details(page) != last)
    true("the focus cannot be seen", page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid")
    page.keyboard.press("ArrowDown")
    equal("where the down arrow key leads", engine_of_focus(page), "Timeline of " + engines[1]["name"])
    true("the panel did not follow to the other engine", engines[1]["name"] in details(page))
    page.keyboard.press("ArrowUp")
    equal("where the up arrow key leads back", engine_of_focus(page), "Timeline of " + engines[0]["name"])
    page.keyboard.press("End")
    equal("where End leads", focused(page), seen[-1])
    stops = page.locator(".engine .item[tabindex='0']").count()
    equal("the stops that the Tab key has in timelines", stops, len(engines))


def check_pointer(page, document):
    effects = document["engines"][0]["effects"]
    bar = page.locator(".engine [data-kind=effect]").first
    bar.click(position={"x": 3, "y": 10})
    true("a click on a bar does not show its outcome", effects[0]["outcome"] in details(page))
    check_hover(page)
    bar.click(position={"x": 3, "y": 10})
    page.locator("#details .link").first.click()
    equal("where the link to the cause leads", focused(page), effects[0]["cause"])
    if document["firstDifference"]:
        page.locator("#show-difference").click()
        true("the link to the first difference leads nowhere", focused(page))


def check_hover(page):
    """The panel follows a pointer that moves. What comes under a pointer that rests is not shown."""
    items = page.locator(".engine [data-kind=action]")
    items.first.hover()
    shown = details(page)
    items.last.hover()
    last = details(page)
    true("the panel does not follow the pointer", last != shown)
    style = items.first.get_attribute("style")
    # A browser looks for what is under a resting pointer when the page has scrolled.
    items.first.evaluate(
        """(item) => {
          item.style.cssText = 'position: fixed; inset: 0; width: auto; height: auto; z-index: 99';
          scrollBy(0, scrollY > 0 ? -1 : 1);
        }"""
    )
    page.locator(".engine [style*=fixed]:hover").wait_for()
    equal("what the panel tells of when an item comes under a pointer that rests", details(page), last)
    items.first.evaluate("(item, style) => item.style.cssText = style", style)


def check_roles(page):
    unnamed = page.evaluate(
        """() => [...document.querySelectorAll('button, [role=region], [role=group]')].filter((element) =>
          !element.getAttribute('aria-label') && !element.getAttribute('aria-labelledby') && !element.textContent.trim()
        ).length"""
    )
    equal("buttons and regions without a name", unnamed, 0)
    equal("the language", page.evaluate("document.documentElement.lang"), "en")


def details(page):
    return page.locator("#details").inner_text()


def check_page(browser, name, width, scheme):
    global window
    window = f"{name}, {width} px, {scheme}"
    document = json.loads((FOLDER / f"{name}.json").read_text())
    context = browser.new_context(viewport={"width": width, "height": 844}, color_scheme=scheme)
    page = context.new_page()
    messages, requests = [], []
    page.on("console", lambda message: messages.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: messages.append(f"error: {error}"))
    page.on("request", lambda request: requests.append(request.url))
    page.goto((FOLDER / f"{name}.html").as_uri())
    page.set_default_timeout(60_000)
    try:
        check_contents(page, document)
        page.screenshot(path=FOLDER / f"{name}-{width}-{scheme}.png", full_page=True)
        check_keys(page, document)
        check_pointer(page, document)
        page.screenshot(path=FOLDER / f"{name}-{width}-{scheme}-used.png")
        check_roles(page)
    except Error as error:
        # For example, an element to click is missing; the other pages may say more.
        true("the page cannot be used: " + " ".join(str(error).split()), False)
    equal("console messages", messages, [])
    others = [url for url in requests if not url.startswith(("file:", "data:"))]
    equal("requests to elsewhere", others, [])
    context.close()


sample_page()
with sync_playwright() as playwright:
    # Containers give the browser neither a sandbox nor much shared memory; it opens only our own files.
    browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox", "--disable-dev-shm-usage"])
    pages = 0
    for name in ("checkout", "search", "sample"):
        for width in (1280, 390):
            for scheme in ("light", "dark"):
                check_page(browser, name, width, scheme)
                pages += 1
    browser.close()

for finding in findings:
    print(f"error: {finding}")
print(f"counted: {pages} pages, {len(findings)} findings, pictures in {FOLDER}")
sys.exit(1 if findings else 0)
