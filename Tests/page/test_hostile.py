"""Nothing that a vault holds runs in the page, asks another server, or gets out of its element."""

import pytest
from playwright.sync_api import expect

TEXTS = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<a href=\"javascript:alert(1)\">link</a>",
    "<details open ontoggle=alert(1)>",
    "<style>@import 'https://evil.example/x.css'</style>",
    "<meta http-equiv=refresh content='0;url=https://evil.example'>",
    "<base href=https://evil.example>",
    "<!-- --><script>alert(1)</script>",
    "</div></main></body><script>alert(1)</script>",
    "[link](javascript:alert(1))",
    "[link](JaVaScRiPt:alert(1))",
    "[link](java&Tab;script:alert(1))",
    "[link](&#106;avascript:alert(1))",
    "[link](vbscript:alert(1))",
    "[link](data:text/html,<script>alert(1)</script>)",
    "[link][r]\n\n[r]: javascript:alert(1)",
    "<javascript:alert(1)>",
    "![picture](javascript:alert(1))",
    "![picture](https://evil.example/track.gif)",
    "![picture](//evil.example/track.gif)",
    "![picture](../../../etc/passwd)",
    "![[https://evil.example/t.gif]]",
    "![\" onerror=alert(1) x=\"](photo.jpg)",
    "[link](https://x.example/\"onclick=alert(1))",
    "[link](<https://x.example/\" onclick=\"alert(1)>)",
    "```\" onclick=\"alert(1)\ncode\n```",
    "# \" onclick=\"alert(1)",
    "# <script>alert(1)</script>",
    "[[other|\"><script>alert(1)</script>]]",
    "#\"onclick=alert(1) #<script>alert(1)</script>",
    "> [!note\" onclick=\"alert(1)] title",
    "[^\"><script>]\n\n[^\"><script>]: note",
    "|<script>alert(1)</script>|\n|-|\n|<img src=x onerror=alert(1)>|",
    "- [ ] <script>alert(1)</script>",
    "{{{page.token}}} {{> head}} {{page.token}}",
    "'\"><script>alert(1)</script>",
    "\u202e<script>alert(1)</script>",
]

NAMES = [
    "<script>alert(1)<script>",
    "<img src=x onerror=alert(1)>",
    "\" onclick=\"alert(1)",
    "' onmouseover='alert(1)",
    "javascript:alert(1)",
    "{{page.token}}",
]


@pytest.fixture
def vault(vault):
    for number, text in enumerate(TEXTS):
        vault.note(f"text-{number:02}", text, created=f"2026-05-17T10:{number:02}:00+02:00")
    for number, name in enumerate(NAMES):
        tag = name.replace("'", "''")
        vault.note(f"named {name}", f"# {name}\n\nSee the file.", id=f"name-{number}",
                   created=f"2026-05-18T10:{number:02}:00+02:00", tags=[f"'{tag}'"], place=f"'{tag}'")
        vault.picture(f"named {name}.media/{name}.png")
        vault.write(f"named {name}.media/{name}.html", "<script>alert(1)</script>")
        vault.write(f"named {name}.media/{name}.svg",
                    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
        vault.sound(f"named {name}.media/{name}.wav", 0.1)
    return vault


@pytest.fixture
def guarded(page):
    """A page that notes down every dialog, request to elsewhere and violation of the content security policy."""
    found = page.found = []
    own = page.context.server.address
    page.on("dialog", lambda dialog: (found.append(f"dialog {dialog.message}"), dialog.dismiss()))
    page.on("request", lambda request: found.append(f"request {request.url}")
            if not request.url.startswith((own, "data:", "blob:")) else None)
    page.on("popup", lambda popup: found.append(f"popup {popup.url}"))
    page.add_init_script("""
        window.violations = [];
        addEventListener("securitypolicyviolation", (event) => violations.push(event.violatedDirective + event.blockedURI));
    """)
    return page


UNSAFE = """() => [...document.querySelectorAll("*")].flatMap((element) => [...element.attributes]
  .filter(({ name, value }) => name.startsWith("on") || name === "style" && value || name === "srcdoc"
    || /^\\s*(javascript|vbscript|data|file):/i.test(value) && ["href", "src", "action", "formaction"].includes(name))
  .map((attribute) => element.outerHTML.slice(0, 200)))
  .concat([...document.querySelectorAll("script:not([src]), iframe, object, embed, base, meta[http-equiv], main style, main link")]
    .map((element) => element.outerHTML.slice(0, 200)))"""


def expect_harmless(page):
    assert page.evaluate(UNSAFE) == [], page.url
    assert page.evaluate("violations") == [], page.url
    assert page.found == [], page.url


def test_no_text_of_a_note_runs(vault, guarded):
    page = guarded
    for number in range(len(TEXTS)):
        page.goto(f"/n/text-{number:02}")
        expect_harmless(page)
    token = page.locator("#act [name=token]").get_attribute("value")
    page.goto("/n/text-37")
    assert token not in page.locator("main").inner_text()


def test_no_text_runs_in_a_list_a_form_or_a_preview(vault, guarded):
    page = guarded
    for address in ["/", "/?q=script", "/photos", "/tags", "/calendar", "/m/2026-05", "/d/2026-05-18", "/trash"]:
        page.goto(address)
        expect_harmless(page)
    page.goto("/new")
    page.get_by_role("button", name="Preview").click()
    page.locator("#words").fill("\n\n".join(TEXTS) + "\n\nthe end")
    expect(page.locator("#preview")).to_contain_text("the end")
    expect_harmless(page)
    page.goto("/n/text-11/edit")
    expect(page.locator("#words")).to_have_value(TEXTS[11] + "\n")
    expect_harmless(page)


def test_no_name_of_a_note_tag_place_or_file_runs(vault, guarded):
    page = guarded
    for number, name in enumerate(NAMES):
        page.goto(f"/n/name-{number}")
        expect_harmless(page)
        page.locator("a.photo").click()
        expect(page.locator("dialog.viewer")).to_be_visible()
        expect_harmless(page)
        page.reload()
        expect_harmless(page)
        page.goto(f"/n/name-{number}/edit")
        expect_harmless(page)
        page.goto(page.url.replace("/edit", ""))
        page.locator(".foot .chip").first.click()
        expect(page.locator(".chip")).to_be_visible()
        expect_harmless(page)


def test_no_words_of_an_address_run(vault, guarded):
    page = guarded
    for text in TEXTS[:12] + NAMES:
        page.goto("/")
        page.evaluate("text => location.assign('/?q=' + encodeURIComponent(text))", text)
        page.wait_for_url("**/?q=*")
        expect_harmless(page)


def test_a_file_of_the_vault_never_runs_as_a_page_of_this_address(vault, guarded):
    page = guarded
    page.goto("/n/name-0")
    answers = page.evaluate(
        """async () => Promise.all([...document.querySelectorAll("a.file")].map(async (link) => {
          const answer = await fetch(link.href);
          return [answer.headers.get("content-type"), answer.headers.get("content-disposition"),
            answer.headers.get("x-content-type-options"), answer.headers.get("content-security-policy")];
        }))""")
    assert len(answers) == 2
    for kind, disposition, sniffing, policy in answers:
        assert sniffing == "nosniff"
        assert "attachment" in (disposition or "") or "sandbox" in (policy or ""), (kind, disposition, policy)
    assert page.found == []
