// Photos in a dialog, by the pages that they have anyway: each has its address, and the server writes them all.

/** The open dialog, and in it the region that says which photo is seen. */
let dialog = null;
let status = null;
/** The link from which the dialog was opened, for the focus. */
let origin = null;
/** The address of the photo that is seen. */
let seen = null;
let loading = null;
const title = document.title;
const isMirrored = document.documentElement.dir === "rtl";

document.addEventListener("click", (event) => {
  const link = event.target.closest("a.photo");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  origin = link;
  show(link.href, () => history.pushState({ photo: link.href }, "", link.href));
});

async function show(address, then) {
  loading?.abort();
  const controller = (loading = new AbortController());
  let page;
  try {
    const answer = await fetch(address, { signal: controller.signal });
    page = new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch (error) {
    // The browser's own page says what is wrong.
    if (error.name !== "AbortError") location.assign(address);
    return;
  } finally {
    if (loading === controller) loading = null;
  }
  const content = page.querySelector("main.viewer");
  if (!content) return location.assign(address);
  open();
  fill(content);
  seen = address;
  document.title = page.title;
  then?.();
}

function open() {
  if (dialog) return;
  dialog = document.createElement("dialog");
  dialog.className = "viewer";
  status = document.createElement("p");
  status.className = "vh";
  status.setAttribute("role", "status");
  dialog.append(status);
  dialog.addEventListener("cancel", (event) => (event.preventDefault(), history.back()));
  dialog.addEventListener("click", clicked);
  dialog.addEventListener("keydown", (event) => pressed(event, dialog));
  listenToSwipes(dialog);
  document.body.append(dialog);
  dialog.showModal();
}

/** Shows the content of a photo's page; the focus stays on the button of the same meaning. */
function fill(content) {
  const held = ["prev", "next", "shut"].find((name) => document.activeElement?.matches(`.viewer .${name}`));
  for (const old of [...dialog.children]) if (old !== status) old.remove();
  const counter = content.querySelector("[role=status]");
  counter.removeAttribute("role");
  dialog.setAttribute("aria-label", counter.textContent);
  dialog.append(...content.childNodes);
  status.textContent = counter.textContent;
  (dialog.querySelector(`.${held}`) ?? dialog.querySelector(".shut")).focus();
  for (const link of dialog.querySelectorAll(".prev, .next")) warm(link.href);
}

/** Has a neighbour's picture in the cache before it is asked for. */
async function warm(address) {
  const html = await fetch(address, { priority: "low" }).then((a) => a.text(), () => "");
  const image = new DOMParser().parseFromString(html, "text/html").querySelector("main.viewer > img");
  if (!image) return;
  const ahead = new Image();
  ahead.sizes = "100vw";
  ahead.srcset = image.srcset;
  ahead.src = image.getAttribute("src");
}

function clicked(event) {
  const link = event.target.closest("a");
  if (!link?.matches(".shut, .prev, .next") || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  if (link.matches(".shut")) history.back();
  else turn(link.matches(".prev") ? ".prev" : ".next");
}

/** The turns that are asked for, one after the other: two quick ones go two photos on. */
let turns = Promise.resolve();

/** The neighbour takes the place of this photo, so that Back closes. */
function turn(name) {
  turns = turns.catch(() => {}).then(() => {
    const link = dialog?.querySelector(name);
    return link && show(link.href, () => history.replaceState({ photo: link.href }, "", link.href));
  });
}

/** The button that a key stands for: arrows go where they point. */
function pressed(event, root) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const names = { ArrowLeft: isMirrored ? ".next" : ".prev", ArrowRight: isMirrored ? ".prev" : ".next" };
  const button = names[event.key] && root.querySelector(names[event.key]);
  if (!button) return;
  event.preventDefault();
  // A key that is held goes on when the photo is there.
  if (!event.repeat || !loading) button.click();
}

/** A swipe turns as a button does; where the photo is larger than the window it moves the photo, as the browser does it. */
function listenToSwipes(root) {
  let start = null;
  root.addEventListener("pointerdown", (event) => (start = event.isPrimary ? event : null));
  root.addEventListener("pointerup", (event) => {
    const from = start;
    start = null;
    if (!from || event.pointerType !== "touch" || isZoomed()) return;
    const x = event.clientX - from.clientX;
    const y = event.clientY - from.clientY;
    const name = Math.abs(x) > 50 && Math.abs(x) > 2 * Math.abs(y) ? (x < 0 === !isMirrored ? ".next" : ".prev")
      : y > 90 && y > 2 * Math.abs(x) ? ".shut" : null;
    if (name) root.querySelector(name)?.click();
  });
}

const isZoomed = () => visualViewport?.scale > 1.05;
visualViewport?.addEventListener("resize", () => document.querySelector(".viewer")?.classList.toggle("zoomed", isZoomed()));

addEventListener("popstate", (event) => {
  if (event.state?.photo) show(event.state.photo);
  else close();
});

/** The focus goes to the photo that was seen last, where the page has it. */
function close() {
  loading?.abort();
  if (!dialog) return;
  dialog.close();
  dialog.remove();
  dialog = null;
  document.title = title;
  const last = [...document.querySelectorAll("a.photo")].find((link) => link.href === seen);
  (last ?? origin)?.focus();
}

// The page of a photo itself has the same keys.
const own = document.querySelector("main.viewer");
if (own) {
  listenToSwipes(own);
  document.addEventListener("keydown", (event) => {
    pressed(event, own);
    if (event.key === "Escape") own.querySelector(".shut").click();
  });
}
