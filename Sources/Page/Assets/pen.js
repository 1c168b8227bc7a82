// Writing aids: buttons for Markdown, suggestions of tags, preview, count.

const { element, wholeText } = await import(document.body.dataset.outbox);
const { api, words: table } = document.body.dataset;
const words = JSON.parse(table);
const form = document.getElementById("compose");
const area = document.getElementById("words");
const title = document.getElementById("title");
const say = (text) => document.dispatchEvent(new CustomEvent("tl:say", { detail: text }));

// MARK: - Buttons

/** Replaces a range as typing does, so that Ctrl+Z takes it back. */
function type(text, start, end, select) {
  area.focus();
  area.setSelectionRange(start, end);
  if (!document.execCommand(text ? "insertText" : "delete", false, text)) {
    area.setRangeText(text, start, end, "end");
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }
  if (select) area.setSelectionRange(...select);
}

function around(mark) {
  const { selectionStart: start, selectionEnd: end, value } = area;
  const text = value.slice(start, end);
  const n = mark.length;
  if (value.slice(start - n, start) === mark && value.slice(end, end + n) === mark) {
    return type(text, start - n, end + n, [start - n, end - n]);
  }
  type(mark + text + mark, start, end, [start + n, end + n]);
}

/** Puts `mark` before each line of the selection, or takes it away if all have it. */
function before(mark, others = /^(#{1,6} |[-*+] \[[ xX]\] |[-*+] |\d+[.)] )/) {
  const { value } = area;
  const start = value.lastIndexOf("\n", area.selectionStart - 1) + 1;
  const next = value.indexOf("\n", area.selectionEnd);
  const end = next < 0 ? value.length : next;
  const lines = value.slice(start, end).split("\n");
  const isThere = lines.every((l) => l.startsWith(mark));
  const fresh = lines.map((l) => (isThere ? l.slice(mark.length) : mark + l.replace(others, "")));
  type(fresh.join("\n"), start, end);
}

function link() {
  const { selectionStart: start, selectionEnd: end, value } = area;
  const text = value.slice(start, end);
  if (/^https?:\/\/\S+$/.test(text)) return type(`[](${text})`, start, end, [start + 1, start + 1]);
  type(`[${text}](https://)`, start, end, [start + text.length + 3, start + text.length + 11]);
}

const marks = {
  bold: () => around("**"), italic: () => around("*"), heading: () => before("## "), list: () => before("- "),
  task: () => before("- [ ] "), link,
};

const tools = document.getElementById("tools");
const opener = document.getElementById("marks");
opener.addEventListener("click", () => {
  tools.hidden = !tools.hidden;
  opener.ariaExpanded = !tools.hidden;
});
form.addEventListener("click", (event) => marks[event.target.closest("button")?.dataset.mark]?.());
// The keyboard of a phone stays.
const tray = document.getElementById("tray");
tray.addEventListener("pointerdown", (event) => event.target.closest(".tools") && event.preventDefault());
tray.addEventListener("keydown", (event) => {
  const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const bar = event.target.closest(".tools");
  if (!move || !bar) return;
  const all = [...bar.querySelectorAll("button:enabled")];
  const way = document.documentElement.dir === "rtl" ? -move : move;
  all[(all.indexOf(event.target) + way + all.length) % all.length].focus();
  event.preventDefault();
});

document.addEventListener("tl:embed", ({ detail }) => type(`![[${detail}]]`, area.selectionStart, area.selectionEnd));

// What is seen in part counts as seen for a browser.
form.addEventListener("focusin", ({ target }) =>
  target.closest(".set, .attached") && target.scrollIntoView({ block: "nearest", inline: "nearest" }));

title.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.isComposing) return;
  event.preventDefault();
  area.focus();
  area.setSelectionRange(0, 0);
});

area.addEventListener("keydown", (event) => {
  const mark = (event.ctrlKey || event.metaKey) && !event.altKey && { b: "bold", i: "italic", k: "link" }[event.key];
  if (!mark) return;
  event.preventDefault();
  marks[mark]();
});

/** A list goes on with the next line, and ends with an empty item. */
area.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.ctrlKey || event.metaKey || event.isComposing) return;
  if (!suggest.hidden || area.selectionStart !== area.selectionEnd) return;
  const at = area.selectionStart;
  const start = area.value.lastIndexOf("\n", at - 1) + 1;
  const found = /^(\s*)([-*+]|(\d+)([.)]))( \[[ xX]\])? /.exec(area.value.slice(start, at));
  if (!found) return;
  event.preventDefault();
  if (found[0].length === at - start) return type("", start, at);
  const [, indent, bullet, number, dot, box] = found;
  type(`\n${indent}${number ? Number(number) + 1 + dot : bullet}${box ? " [ ]" : ""} `, at, at);
});

// MARK: - Suggestions of tags

const suggest = document.getElementById("suggest");
const tags = document.getElementById("tags");
let asking;
let chosen = -1;
/** The field, and the part of it that a suggestion replaces. */
let target = null;

for (const box of [area, tags]) {
  box.setAttribute("aria-controls", "suggest");
  box.setAttribute("aria-autocomplete", "list");
  box.addEventListener("input", ({ isTrusted }) => isTrusted && lookUp(box));
  box.addEventListener("blur", () => setTimeout(closeList, 150));
  box.addEventListener("keydown", (event) => moveInList(event, box));
}
tags.setAttribute("role", "combobox");
tags.setAttribute("aria-expanded", "false");

function wordAt(box) {
  const end = box.selectionStart;
  const text = box.value.slice(Math.max(0, end - 100), end);
  const wanted = box === area ? /(?:^|[\s(])#([\p{L}\p{N}_][\p{L}\p{N}\p{M}_/-]*)$/u : /(?:^|,)\s*#?([^,]+)$/;
  const found = wanted.exec(text);
  return found && { box, start: end - found[1].length, end, word: found[1] };
}

async function lookUp(box) {
  asking?.abort();
  target = wordAt(box);
  if (!target) return closeList();
  asking = new AbortController();
  try {
    const answer = await fetch(`${api}/suggest?q=${encodeURIComponent(target.word)}`, { signal: asking.signal });
    const { tags: found } = await answer.json();
    if (!found.length) return closeList();
    suggest.replaceChildren(...found.slice(0, 6).map((tag, index) => {
      const item = element("li", { role: "option", id: `s-${index}`, "aria-selected": "false" },
        element("span", { dir: "auto" }, tag.name), element("small", {}, String(tag.count)));
      item.dataset.name = tag.name;
      item.addEventListener("pointerdown", (event) => (event.preventDefault(), take(item)));
      return item;
    }));
    (box === area ? document.querySelector(".pen") : box.parentElement).append(suggest);
    place(box);
    chosen = -1;
    suggest.hidden = false;
    tags.setAttribute("aria-expanded", String(box === tags));
    say(found.slice(0, 6).map((tag) => tag.name).join(", "));
  } catch {
    closeList();
  }
}

/** Below the line of the caret, as far as a text box lets one know: by the height of the text before it. */
function place(box) {
  suggest.style.top = "";
  if (box !== area) return;
  const mirror = element("div", { class: "mirror", "aria-hidden": "true" });
  mirror.textContent = area.value.slice(area.dataset.start, area.selectionStart);
  area.parentElement.append(mirror);
  suggest.style.top = `${area.offsetTop + mirror.offsetHeight - area.scrollTop}px`;
  mirror.remove();
}

function closeList() {
  suggest.hidden = true;
  chosen = -1;
  for (const box of [area, tags]) box.removeAttribute("aria-activedescendant");
  tags.setAttribute("aria-expanded", "false");
}

function moveInList(event, box) {
  if (suggest.hidden || event.isComposing) return;
  const all = [...suggest.children];
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    chosen = (chosen + (event.key === "ArrowDown" ? 1 : -1) + all.length) % all.length;
    all.forEach((item, index) => item.setAttribute("aria-selected", String(index === chosen)));
    box.setAttribute("aria-activedescendant", all[chosen].id);
  } else if ((event.key === "Enter" || event.key === "Tab") && chosen >= 0) {
    take(all[chosen]);
  } else if (event.key === "Escape") {
    closeList();
  } else {
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
}

function take(item) {
  const { box, start, end } = target;
  const text = item.dataset.name + (box === area ? " " : ", ");
  if (box === area) type(text, start, end);
  else box.setRangeText(text, start, end, "end");
  closeList();
  box.focus();
}

// MARK: - Preview

const pane = document.getElementById("preview");
const shows = document.getElementById("show");
shows.hidden = false;
let rendering;
let soon;

shows.addEventListener("click", () => {
  pane.hidden = !pane.hidden;
  shows.ariaPressed = !pane.hidden;
  form.classList.toggle("split", !pane.hidden);
  preview(0);
});

form.addEventListener("input", () => preview());

function preview(delay = 200) {
  if (pane.hidden) return;
  clearTimeout(soon);
  rendering?.abort();
  soon = setTimeout(async () => {
    rendering = new AbortController();
    try {
      const answer = await fetch(`${api}/preview`, {
        method: "POST", body: wholeText({ title: title.value, text: area.value }), signal: rendering.signal,
        headers: { "Content-Type": "text/markdown", "X-Requested-With": "tl" },
      });
      // What Rendering made of it: no HTML of the text is in it.
      if (answer.ok) pane.firstElementChild.innerHTML = await answer.text();
    } catch {
      // The next key asks again.
    }
  }, delay);
}

// MARK: - The count

const count = document.getElementById("count");
const letters = new Intl.Segmenter();

function countCharacters() {
  const { value } = area;
  // What a reader calls a character; counting a long text takes too long for each key.
  const n = value.length > 20_000 ? value.length : [...letters.segment(value)].length;
  count.textContent = words.characters.replace("{n}", n.toLocaleString(document.documentElement.lang));
}
for (const [target, name] of [[area, "input"], [document, "tl:set"]]) target.addEventListener(name, countCharacters);
countCharacters();

if (!CSS.supports("field-sizing", "content")) {
  for (const box of [title, area]) {
    const grow = () => {
      box.style.height = "auto";
      box.style.height = `${box.scrollHeight}px`;
    };
    box.addEventListener("input", grow);
    grow();
  }
}
