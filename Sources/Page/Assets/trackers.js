// Trackers: their times go on, one tap logs, and what the server does not answer to waits in this browser.

const { outbox, words: table } = document.body.dataset;
const words = JSON.parse(table);
const offer = (text, label, act) => document.dispatchEvent(new CustomEvent("tl:offer", { detail: { text, label, act } }));

// MARK: - Times, as the server says them

const units = [["yr", 31556952], ["mo", 2629746], ["wk", 604800], ["d", 86400], ["hr", 3600], ["min", 60], ["s", 1]];
const spans = [["second", 1, 60], ["minute", 60, 3600], ["hour", 3600, 86400], ["day", 86400, 1209600], ["week", 604800, 5184000], ["month", 2592000, 63072000], ["year", 31536000, Infinity]];

/** One decimal of the largest unit, ties to even; or `parts` whole numbers, the rest cut off. */
function elapsed(seconds, parts) {
  if (!parts) {
    const [name, size] = units.find((unit) => seconds >= unit[1]) ?? units.at(-1);
    const whole = Math.floor((seconds * 10) / size);
    const rest = 2 * (seconds * 10 - whole * size);
    const tenths = whole + (rest > size || (rest === size && whole % 2) ? 1 : 0);
    return `${Math.floor(tenths / 10)}.${tenths % 10} ${name}`;
  }
  const found = [];
  for (const [name, size] of units) {
    if (found.length === parts || seconds < size) continue;
    found.push(`${Math.floor(seconds / size)}${name}`);
    seconds %= size;
  }
  return found.join(" ") || "0s";
}

/** What runs is counted in whole units. */
function running(seconds, parts) {
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3600 ? `${Math.floor(seconds / 60)} min` : elapsed(seconds, parts);
}

/** `3 hours`: the largest unit that people would count in. */
function span(seconds) {
  const [name, size] = spans.find((unit) => seconds < unit[2]);
  const count = Math.floor(seconds / size);
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}

/** Within half a day hours count, then the days of the calendar. */
function ago(since, now) {
  const days = Math.round((new Date(now * 1000).setHours(0, 0, 0, 0) - new Date(since * 1000).setHours(0, 0, 0, 0)) / 86400000);
  const seconds = now - since;
  if (seconds < 60) return words.justNow;
  if (days === 1 && seconds >= 43200) return words.yesterday;
  return words.ago.replace("{time}", span(days && seconds >= 43200 ? days * 86400 : seconds));
}

function said(since, now, parts, runs) {
  const seconds = Math.max(0, now - since);
  if (runs) return words.runs.replace("{time}", parts ? running(seconds, +parts) : `for ${span(seconds)}`);
  return parts ? words.ago.replace("{time}", elapsed(seconds, +parts)) : ago(+since, now);
}

function tick() {
  const now = Math.floor(Date.now() / 1000);
  for (const time of document.querySelectorAll("time[data-since]")) {
    const { since, parts, runs, due } = time.dataset;
    const text = said(since, now, parts, runs !== undefined);
    if (time.textContent !== text) time.textContent = text;
    if (due > now) continue;
    delete time.dataset.due;
    if (due) renew(time.closest(".card"));
  }
}

/** Shows a card as it is now, unless somebody is at work in it. */
async function renew(card) {
  const address = new URL(card?.querySelector(".when").href ?? "", location);
  address.searchParams.set("fragment", "1");
  const answer = card && (await fetch(address, { headers: { "X-Requested-With": "tl" } }).catch(() => null));
  if (answer?.ok && !card.contains(document.activeElement)) swap(card, await answer.text());
}

function swap(card, html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  const fresh = template.content.firstElementChild;
  const hadFocus = card.contains(document.activeElement);
  card.replaceWith(fresh);
  if (hadFocus) (fresh.querySelector(".log button") ?? fresh.querySelector("h3 a")).focus({ preventScroll: true });
  return fresh;
}

tick();
setInterval(() => document.hidden || tick(), 1000);
document.addEventListener("visibilitychange", () => document.hidden || tick());

// MARK: - Logging

/** `2026-11-20T18:03:11+01:00`, on this device's clock. */
function moment(date) {
  const minutes = -date.getTimezoneOffset();
  const two = (number) => String(Math.floor(number)).padStart(2, "0");
  const local = new Date(date.getTime() + minutes * 60_000).toISOString().slice(0, 19);
  const size = Math.abs(minutes);
  return `${local}${minutes < 0 ? "-" : "+"}${two(size / 60)}:${two(size % 60)}`;
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("form.log") || event.defaultPrevented) return;
  event.preventDefault();
  const data = new FormData(form, event.submitter);
  // It may arrive much later.
  if (!data.get("at")) data.set("at", moment(new Date()));
  await send(form.closest(".tracker"), form.action, data, `${words.log}: ${form.dataset.name}`);
  delete form.dataset.sent;
});

/** Sends a change of a tracker by the outbox, and shows what the server made of it: {card, say, undo, done, due}. */
async function send(tracker, action, data, label) {
  tracker.setAttribute("aria-busy", "true");
  try {
    const { deliver } = await import(outbox);
    const result = await deliver(action, data, { label });
    tracker.removeAttribute("aria-busy");
    if (result.status === 401) location.reload();
    else if (result.waits) showWaiting(tracker, result);
    else show(tracker, result, label);
  } catch (error) {
    tracker.removeAttribute("aria-busy");
    offer(words.failed.replace("{why}", error.message), words.again, () => send(tracker, action, data, label));
    tracker.querySelector('[name="value"]')?.select();
  }
}

function show(tracker, { card, say, undo, done, due }, label) {
  count(due);
  if (tracker.matches(".one")) return reload(done);
  const wasDue = tracker.matches(".due");
  const fresh = card ? swap(tracker, card) : tracker;
  tick();
  if (wasDue !== fresh.matches(".due") || document.querySelector(".trackers > h2:not(.vh)")) arrange().catch(() => {});
  if (!undo) return offer(say);
  offer(say, words.undo, () => send(fresh, undo, new FormData(document.getElementById("act")), `${words.undo}: ${label}`));
}

/** Puts the cards in the parts and the order in which the server has them; what somebody is typing in them stays. */
async function arrange() {
  const answer = await fetch(location.href);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const focused = document.activeElement;
  const shown = [...document.querySelectorAll("section.trackers")];
  const parts = [...page.querySelectorAll("section.trackers")];
  for (const part of parts) {
    for (const card of part.querySelectorAll(".card")) card.replaceWith(document.getElementById(card.id) ?? card);
  }
  shown[0].before(...parts);
  for (const part of shown) part.remove();
  if (focused !== document.activeElement) focused.focus({ preventScroll: true });
}

/** The page of one tracker shows its events too. */
function reload(done) {
  const address = new URL(location.href);
  address.hash = "";
  for (const name of ["done", "before", "edit"]) address.searchParams.delete(name);
  if (done) address.searchParams.set("done", done);
  location.replace(address);
}

/** An event of a time in milliseconds that the server does not know yet. */
function markWaiting(tracker, at) {
  const time = tracker.querySelector("time");
  delete time.dataset.runs;
  delete time.dataset.due;
  time.dataset.since = Math.floor(at / 1000);
  tick();
  const notes = tracker.querySelector(".notes");
  if (!notes.textContent.includes(words.kept)) notes.append(Object.assign(document.createElement("span"), { className: "now", textContent: words.kept }));
}

function showWaiting(tracker, { cancel }) {
  const before = tracker.cloneNode(true);
  markWaiting(tracker, Date.now());
  tracker.querySelector("form.log").reset();
  offer(words.kept, words.undo, async () => {
    await cancel();
    tracker.replaceWith(before);
    tick();
  });
}


/** Shows on the way to the trackers how many are due. */
function count(due) {
  const mark = document.querySelector('.rooms a[data-key="g s"] b');
  if (!mark) return;
  mark.hidden = !due;
  mark.firstChild.data = `${due} `;
}

/** What was logged in this browser and was not sent yet is shown again after the page was left. */
async function showUnsent() {
  const { waiting } = await import(outbox);
  for (const operation of await waiting()) {
    const form = [...document.querySelectorAll("form.log")].find((log) => new URL(log.action).pathname === operation.action);
    if (!form || operation.reason || operation.problem || operation.until > Date.now()) continue;
    const at = Date.parse(Object.fromEntries(operation.fields).at);
    const tracker = form.closest(".tracker");
    markWaiting(tracker, Math.max(at || 0, 1000 * (tracker.querySelector("time").dataset.since ?? 0)));
  }
}

showUnsent().catch(() => {});

document.addEventListener("keydown", (event) => {
  const isText = event.target.closest("input, textarea, select");
  if (event.key !== "l" || isText || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  if (event.defaultPrevented || "keys" in document.body.dataset) return;
  const card = event.target.closest(".card") ?? document.querySelector(".card.on");
  card?.querySelector("form.log")?.requestSubmit();
});
