// Sheets: parts of a form, of the class `sheet`, that open over it by a button with `popovertarget`. What is set in their
// fields that have `data-icon` stands in `#set` as chips. Without this they are parts of the form like all others.

const { api, outbox, words: table } = document.body.dataset;
const words = JSON.parse(table);
const { element, moment } = await import(outbox);
const sprite = document.querySelector("use").getAttribute("href").split("#")[0];

function button(attributes, act, ...children) {
  const result = element("button", { type: "button", ...attributes }, ...children);
  result.addEventListener("click", act);
  return result;
}

function icon(name) {
  const box = element("span");
  box.innerHTML = `<svg class="i" aria-hidden="true"><use href="${encodeURI(sprite)}#i-${name}"/></svg>`;
  return box.firstElementChild;
}

/** As a hand would do it. */
function change(field, values) {
  Object.assign(field, values);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

// MARK: - Sheets

/** What a keyboard on the screen covers: most browsers lay the page out as if it were not there. */
function measure() {
  const { height, offsetTop, scale } = visualViewport;
  if (scale > 1.01) return;
  document.documentElement.style.setProperty("--covered", `${Math.max(0, innerHeight - height - offsetTop)}px`);
}
for (const name of ["resize", "scroll"]) visualViewport.addEventListener(name, measure);

function furnish(sheet) {
  sheet.popover = "auto";
  sheet.role = "dialog";
  sheet.tabIndex = -1;
  const opener = document.querySelector(`[popovertarget="${sheet.id}"]`);
  const done = button({}, () => sheet.hidePopover(), words.done);
  sheet.prepend(element("header", {}, element("h2", {}, sheet.ariaLabel), done));
  sheet.addEventListener("beforetoggle", ({ newState }) => {
    if (newState !== "open") return;
    const { left, top } = opener.getBoundingClientRect();
    sheet.style.setProperty("--x", `${left}px`);
    sheet.style.setProperty("--y", `${innerHeight - top}px`);
    sheet.querySelectorAll("[list], [data-suggest]").forEach(suggest);
  });
  sheet.addEventListener("toggle", ({ newState }) => {
    const fields = sheet.querySelectorAll("p input");
    if (newState !== "open" || sheet.contains(document.activeElement)) return;
    (fields.length > 1 ? sheet : fields[0]).focus();
  });
  sheet.addEventListener("keydown", (event) => {
    const isEnd = event.key === "Enter" && !event.ctrlKey && !event.metaKey && !event.isComposing;
    if (!isEnd || !event.target.matches("input:not([type=checkbox], [type=radio])")) return;
    // It would save the note.
    event.preventDefault();
    sheet.hidePopover();
  });
}

function open(field) {
  const sheet = field.closest(".sheet");
  if (!sheet?.popover) return;
  if (!sheet.matches(":popover-open")) sheet.showPopover();
  field.focus();
}

// MARK: - What is often wanted, to be taken by a tap

const parts = (field) => field.value.split(",").map((part) => part.trim()).filter(Boolean);

async function suggest(field) {
  const tagNames = async () => (await (await fetch(`${api}/suggest`)).json()).tags.map((tag) => tag.name);
  const names = field.list ? [...field.list.options].map((option) => option.value) : await tagNames().catch(() => []);
  const isMany = "many" in field.dataset;
  const around = field.parentElement;
  const box = around.querySelector(".picks") ?? around.appendChild(element("span", { class: "picks" }));
  const show = () => box.childNodes.forEach((one) => (one.ariaPressed = parts(field).includes(one.textContent)));
  box.replaceChildren(...names.slice(0, 12).map((name) => button({ class: "chip" }, () => {
    const chosen = parts(field);
    const others = chosen.filter((part) => part !== name);
    const wanted = others.length < chosen.length ? others : [...others, name];
    change(field, { value: isMany ? wanted.join(", ") : wanted.at(-1) ?? "" });
  }, name)));
  field.oninput = show;
  show();
}

// MARK: - What is set

const list = document.getElementById("set");
const form = list?.closest("form");

function shown(field) {
  const { value, checked, type, dataset } = field;
  if (type === "checkbox") return checked ? field.closest("label").textContent.trim() : "";
  if (!value) return dataset.unset;
  if (type === "date") return `${field.labels[0].textContent} ${moment(`${value}T00:00`).split(",")[0]}`;
  return type === "datetime-local" ? moment(value) : value;
}

function chip(field) {
  const text = shown(field);
  if (!text) return [];
  const label = element("span", { dir: "auto" }, text);
  const item = element("li", { class: "chip" }, button({}, () => open(field), icon(field.dataset.icon), label));
  if (field.value) {
    item.append(button({ "aria-label": `${words.remove}: ${text}` }, () => {
      change(field, field.type === "checkbox" ? { checked: false } : { value: "" });
      list.querySelector("button").focus();
    }, icon("close")));
  }
  return item;
}

function draw() {
  list.replaceChildren(...[...form.querySelectorAll("[data-icon]")].flatMap(chip));
  list.hidden = false;
}

if (form && document.body.popover !== undefined) {
  document.querySelectorAll(".sheet").forEach(furnish);
  // One that cannot be sent is shown.
  form.addEventListener("invalid", ({ target }) => open(target), true);
}
if (form) {
  form.addEventListener("input", ({ target }) => target.localName !== "textarea" && draw());
  document.addEventListener("tl:set", draw);
  draw();
}
