// What is written waits in this browser until the server has it; the server makes each change once.

const { account, home, words: table } = document.body.dataset;
const prefix = home.slice(0, -1);
const words = JSON.parse(table || "{}");
const offer = (text, label, act) => document.dispatchEvent(new CustomEvent("tl:offer", { detail: { text, label, act } }));

// MARK: - The database of this account

const stores = ["drafts", "outbox", "blobs"];
let connection;

/** One for the whole page. */
function connect() {
  if (connection) return connection;
  const opened = new Promise((done, fail) => {
    const opening = indexedDB.open(`tl-${account}`, 1);
    opening.onupgradeneeded = () => {
      for (const name of stores) opening.result.createObjectStore(name);
    };
    opening.onerror = () => fail(opening.error);
    opening.onsuccess = () => {
      const { result } = opening;
      result.onclose = disconnect;
      // Another tab removes the database, or has a newer page.
      result.onversionchange = () => (result.close(), disconnect());
      done(result);
    };
  });
  connection = opened;
  opened.catch(disconnect);
  return opened;
}

function disconnect() {
  connection = undefined;
}

async function transact(mode, work) {
  const transaction = await begin(mode).catch((error) => {
    if (error.name !== "InvalidStateError") throw error;
    // The browser has closed the connection.
    disconnect();
    return begin(mode);
  });
  return new Promise((done, fail) => {
    const request = work(Object.fromEntries(stores.map((name) => [name, transaction.objectStore(name)])));
    transaction.oncomplete = () => done(request?.result);
    transaction.onerror = transaction.onabort = () => fail(transaction.error);
  });
}

const begin = async (mode) => (await connect()).transaction(stores, mode);

/** In milliseconds: how long a transaction may take, and until when one with files keeps the others waiting. */
const patience = 5000;
let busyUntil = 0;
let isHung = false;

/**
 * Runs `work` on the stores `drafts`, `outbox` and `blobs`; the result is that of the request it returns.
 *
 * WebKit's database now and then never answers again, as after a page was left while it opened it. Then there is none for
 * as long as this page is shown: otherwise nothing could be saved. `size` is that of the files that are written, in bytes.
 */
export function database(mode, work, size = 0) {
  return new Promise((done, fail) => {
    if (isHung) return fail(new Error("The database does not answer."));
    let timer;
    const look = (isLast) => {
      const left = Math.max(busyUntil - performance.now(), isLast ? 0 : patience / 2);
      if (left > 0) return void (timer = setTimeout(look, left, !isLast));
      isHung = true;
      fail(new Error("The database does not answer."));
    };
    if (size) busyUntil = performance.now() + patience + size / 1000;
    // Twice: after a computer has slept, the answer and the time are there at once.
    timer = setTimeout(look, patience / 2, false);
    transact(mode, work).then(done, fail).finally(() => {
      clearTimeout(timer);
      if (size) busyUntil = 0;
    });
  });
}

export const sizeOf = (files) => files.reduce((sum, file) => sum + file.size, 0);

/** What waits, in the order in which it was written. */
export const waiting = () => database("readonly", ({ outbox }) => outbox.getAll());

/** The key of an operation's files, or of a draft's with its name: each set of files has a key of its own. */
export const filesKey = (owner, name = owner.key) => owner.blobs ?? name;

export const filesOf = async (owner, name) =>
  (await database("readonly", ({ blobs }) => blobs.get(filesKey(owner, name)))) ?? [];

/** Its files go when a page begins, unless a draft has them too. */
export const discard = (operation) => database("readwrite", ({ outbox }) => outbox.delete(operation.key)).then(changed);

export function element(name, attributes = {}, ...children) {
  const result = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) result.setAttribute(key, value);
  result.append(...children);
  return result;
}

/** A page without TLS has no `randomUUID`. */
export function newID() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-4$3-a$4-");
}

/** `Sat 28 Nov 2026, 05:03`, as the server writes it. */
export function moment(time) {
  const date = new Date(time);
  const part = (options) => date.toLocaleString(document.documentElement.lang, { hourCycle: "h23", ...options });
  const day = [part({ weekday: "short" }), date.getDate(), part({ month: "short" }), date.getFullYear()].join(" ");
  return `${day}, ${part({ hour: "2-digit", minute: "2-digit" })}`;
}

/**
 * Who may see the note, as boxes `circle=NAME` and `publish=true`: those that the note had when its form was shown, and
 * what the form changes in them, as lines `+circle=NAME` and `-publish=true`.
 *
 * A draft keeps the changes alone: it gives back no circle that another page has taken away since.
 */
export function audienceOf(fields) {
  const all = (name) => fields.filter(([field]) => field === name).map(([, value]) => value);
  const flags = all("audience").flatMap((text) => text.split(" ")).filter(Boolean);
  const was = [...all("circled").map((name) => `circle=${name}`), ...flags.map((flag) => `${flag}=true`)];
  const is = ["circle", "publish", "anonymous"].flatMap((name) => all(name).map((value) => `${name}=${value}`));
  const without = (boxes, others, sign) => boxes.filter((box) => !others.includes(box)).map((box) => sign + box);
  return { was, changes: [...without(is, was, "+"), ...without(was, is, "-")].join("\n") };
}

/** A text with its title as heading, as the server joins them. */
export const wholeText = ({ title, text }) => (title ? `# ${title}\n\n${text}` : text);

/** The first line of a text without the marks of a heading, a quote or a list, as the server reads it. */
export const titleOf = (text) => text.split("\n").find((line) => line.trim())?.trim()
  .replace(/^(?:> ?)*(?:#+ +|[-*+] +(?:\[[ xX]\] +)?|\d{1,9}[.)] +)?/, "").slice(0, 120);

const isFile = (value) => value instanceof Blob;

let storesFiles;

/** Whether files can be stored. A private window of WebKit cannot, and a larger transaction that tries never ends there. */
export const canStoreFiles = () => (storesFiles ??= database("readwrite", ({ blobs }) => {
  blobs.put([new Blob(["x"])], "probe");
  blobs.delete("probe");
}).then(() => true, () => false));

/** Stores files unless they are there: they are large. */
export function putFiles(blobs, key, files) {
  const known = blobs.getKey(key);
  known.onsuccess = () => known.result ?? blobs.put(files, key);
}

/**
 * Stores an operation with its files. The text of the draft it was written as, and of the operation that it replaces, is
 * from then on in this one alone: what is in two places could be sent twice, or be changed in the one that is not sent.
 */
async function keep(operation, files, draft, replaces) {
  if (files.length && !(await canStoreFiles())) throw new Error("no store for files");
  return database("readwrite", ({ outbox, blobs, drafts }) => {
    if (files.length) putFiles(blobs, operation.blobs, files);
    if (draft) whereDraftIs(drafts, draft, (name) => drafts.delete(name));
    if (replaces) outbox.delete(replaces.key);
    outbox.put(operation, operation.key);
  }, sizeOf(files));
}

/** Another tab may have another draft of that name: then this one has a name of its own. */
function whereDraftIs(drafts, { name, value }, act) {
  const known = drafts.get(name);
  known.onsuccess = () => act(known.result && known.result.id !== value.id ? `new:${value.id}` : name);
}

/** What was refused is a draft again. */
function giveBack(operation, draft) {
  if (!draft) return discard(operation);
  return database("readwrite", ({ outbox, drafts }) => {
    outbox.delete(operation.key);
    whereDraftIs(drafts, draft, (name) => drafts.put({ ...draft.value, blobs: operation.blobs }, name));
  }).then(changed);
}

/** Changes an operation, unless it was discarded, opened or replaced meanwhile. */
const put = (operation) => database("readwrite", ({ outbox }) => {
  const known = outbox.getKey(operation.key);
  known.onsuccess = () => known.result && outbox.put(operation, operation.key);
});

/** Removes files that no draft and no operation has, such as those of a draft that was written over. */
const tidy = () => database("readwrite", ({ outbox, drafts, blobs }) => {
  const [names, kept, operations, keys] = [drafts.getAllKeys(), drafts.getAll(), outbox.getAll(), blobs.getAllKeys()];
  // Requests are answered in their order.
  keys.onsuccess = () => {
    const used = new Set([...operations.result.map((one) => filesKey(one)),
      ...kept.result.map((draft, index) => filesKey(draft, names.result[index]))]);
    for (const key of keys.result) if (!used.has(key)) blobs.delete(key);
  };
});

// MARK: - The last words of a page that is left

/** A page that goes has no time for the database: its last words are in the one store that answers at once. */
const lastWords = `tl-draft-${account}:`;

/** Stores a draft at once; if that fails, only the database has what it got in time. */
export function keepAtOnce(name, draft) {
  try {
    localStorage.setItem(lastWords + name, JSON.stringify(draft));
  } catch {
    // No store, or no room in it.
  }
}

/** Removes what was stored at once, unless it is newer than `time`. */
export function forgetAtOnce(name, time) {
  try {
    const text = localStorage.getItem(lastWords + name);
    if (text && !(time < JSON.parse(text).time)) localStorage.removeItem(lastWords + name);
  } catch {
    // No store.
  }
}

/** Brings what was stored at once into the database, where an older draft may be. */
async function moveLastWords() {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(lastWords));
  if (!names.length) return;
  const texts = names.map((name) => [name, localStorage.getItem(name)]).filter(([, text]) => text);
  await database("readwrite", ({ drafts }) => {
    for (const [name, text] of texts) {
      const draft = JSON.parse(text);
      const known = drafts.get(name.slice(lastWords.length));
      known.onsuccess = () => {
        if (!known.result || draft.time > known.result.time) drafts.put(draft, name.slice(lastWords.length));
      };
    }
  });
  // Not what another page has stored meanwhile.
  for (const [name, text] of texts) if (localStorage.getItem(name) === text) localStorage.removeItem(name);
}

/** Done when the database has every draft. */
export const draftsAreThere = moveLastWords().catch(() => {});

// MARK: - A draft for each tab

/**
 * The name of a draft of `subject` that no other tab has: the one that is asked for, or another one that the address then says.
 * @param takes Gets the one that was asked for if another tab gives it up soon, and says whether this tab has it from now on.
 */
export async function ownDraft(subject, asked, takes) {
  const name = subject + (asked && `:${asked}`);
  const { href } = location;
  const lock = hold(name);
  // A tab that is closed or loaded again has it a moment longer.
  if (await Promise.race([lock, new Promise((resolve) => setTimeout(resolve, 500))])) return name;
  lock.then((release) => {
    if (!takes(name)) return release();
    history.replaceState(history.state, "", href);
  }, () => {});
  const id = newID();
  const query = new URLSearchParams(location.search);
  query.set("draft", id);
  history.replaceState(history.state, "", `?${query}${location.hash}`);
  return `${subject}:${id}`;
}

/**
 * Holds a draft until this tab is left, or until the function it answers with is called. Fails if another tab has the draft
 * for ten seconds. Without TLS there are no locks, and tabs share it.
 */
function hold(name) {
  if (!navigator.locks) return Promise.resolve(() => {});
  return new Promise((resolve, reject) => {
    const held = () => new Promise(resolve);
    navigator.locks.request(`tl-writing-${account}:${name}`, { signal: AbortSignal.timeout(10_000) }, held).catch(reject);
  });
}

// MARK: - Sending

/**
 * Posts an operation after its files, and once it is stored; throws an error with `waits` if it has to be sent again, else with the server's
 * reason, and what else it answered.
 */
async function post(operation, files, { isReplay = false, progress, stored } = {}) {
  if (!files.length) {
    await stored;
    return postForm(operation, files, [], isReplay);
  }
  const { upload, hashesOf } = await import(document.body.dataset.upload).catch(() => {
    throw Object.assign(new Error(words.offline), { waits: true });
  });
  // It may have arrived, and only the answer was lost.
  let hashes = isReplay ? await hashesOf(files) : null;
  for (let tries = 0; ; tries += 1) {
    hashes ??= await upload(files, progress);
    await stored;
    try {
      return await postForm(operation, files, hashes, isReplay);
    } catch (error) {
      // Files are missing; another note may have taken one of them.
      if (error.status !== 424 || tries === 2) throw error;
      hashes = null;
    }
  }
}

async function postForm(operation, files, hashes, isReplay) {
  const data = new FormData();
  for (const [name, value] of operation.fields) data.append(name, value);
  files.forEach((file, index) => data.append("staged", `${hashes[index]}/${file.name}`));
  const headers = {
    "X-Requested-With": "tl", Accept: "application/json", "Tl-Operation": operation.id, "Tl-Account": account,
    ...(isReplay && { "Tl-Replay": "1" }),
  };
  let answer;
  try {
    // Ten seconds, the time to copy the files at 1 MB a second, and that of a text on a slow network.
    const signal = AbortSignal.timeout(10_000 + sizeOf(files) / 1000 + timeOf(operation));
    answer = await fetch(operation.action, { method: "POST", body: data, headers, signal });
  } catch {
    throw Object.assign(new Error(words.offline), { waits: true });
  }
  const result = await answer.json().catch(() => ({}));
  if (answer.ok && result.outcome) return result;
  const waits = answer.ok || answer.status === 401 || answer.status >= 500;
  throw Object.assign(new Error(result.error ?? `${answer.status}`), { waits, status: answer.status, answer: result });
}

/** In milliseconds, at 20 kB a second. */
const timeOf = ({ fields }) => fields.reduce((sum, [, value]) => sum + value.length, 0) / 20;

/** While a tab sends an operation it holds a lock, which the browser takes back from a tab that has ended. */
const lockOf = (operation) => `tl-sending-${operation.key}`;
const holding = (operation, work) => (navigator.locks ? navigator.locks.request(lockOf(operation), work) : work());

/** Without TLS there are no locks; then only time tells. */
const isBeingSent = async (operation) => operation.until > Date.now()
  && (!navigator.locks || navigator.locks.request(lockOf(operation), { ifAvailable: true }, (lock) => !lock));

/**
 * Sends a form: what the server made of it, or {waits, cancel} if it does not answer. Throws the server's reason.
 * It is stored before it is sent, so that a tab that is closed meanwhile loses nothing. `draft` is what it was written as:
 * {name, value}, with the key of its files as `value.blobs`; if the operation could not be stored, it stays, and the result
 * has `hasDraft`. `after` is what is still written to the database; files go to the server meanwhile, since they change nothing
 * there.
 */
export async function deliver(action, data, { id = newID(), label = "", replaces, draft, progress, after } = {}) {
  const all = [...data];
  const fields = all.filter(([name, value]) => !isFile(value) && !["token", "back"].includes(name));
  // A field without a file has one without a name.
  const files = all.map(([, value]) => value).filter((value) => isFile(value) && value.name);
  const path = new URL(action, location).pathname;
  const until = Date.now() + 30_000 + sizeOf(files) / 50 + timeOf({ fields });
  const operation = {
    key: `${Date.now()}-${id}`, id, action: path, fields, label, time: new Date().toISOString(), until,
    blobs: draft?.value.blobs ?? newID(), count: files.length,
  };
  return holding(operation, () => send(operation, files, { replaces, draft, progress, after }));
}

async function send(operation, files, { replaces, draft, progress, after }) {
  const storing = async () => {
    await after;
    await keep(operation, files, draft, replaces);
    if (draft) forgetAtOnce(draft.name);
  };
  const stored = storing().then(() => true, () => false);
  try {
    const result = await post(operation, files, { progress, stored });
    const isStored = await stored;
    // One that stays is asked for again, and the server knows it.
    if (isStored) await discard(operation).catch(() => {});
    return { ...result, hasDraft: !isStored };
  } catch (error) {
    const isStored = await stored;
    if (!error.waits || !isStored) {
      if (isStored) await giveBack(operation, draft);
      throw error;
    }
    await put({ ...operation, until: 0, problem: error.status >= 500 ? error.message : "" });
    changed();
    soon();
    return { waits: true, status: error.status, cancel: () => discard(operation) };
  }
}

// MARK: - Sending again: one tab at a time, at the start, when there is a network, when seen, and by a clock

let timer;
let pause = 5000;

function soon() {
  clearTimeout(timer);
  timer = setTimeout(replay, pause);
  pause = Math.min(2 * pause, 300_000);
}

/** Without TLS there are no locks; then the server alone sees to it that nothing is done twice. */
const alone = async (work) =>
  navigator.locks ? navigator.locks.request(`tl-outbox-${account}`, { ifAvailable: true }, work) : work(true);

export async function replay() {
  clearTimeout(timer);
  const isDone = await alone(async (lock) => {
    if (!lock) return false;
    let last = null;
    for (const operation of await waiting()) {
      if (operation.reason) continue;
      if (await isBeingSent(operation)) return false;
      const files = await filesOf(operation);
      if (files.length < (operation.count ?? 0)) {
        await put({ ...operation, reason: words.filesGone });
        changed();
        continue;
      }
      // Another tab may have sent or discarded it.
      if (!(await database("readonly", ({ outbox }) => outbox.get(operation.key)))) continue;
      try {
        last = await post(operation, files, { isReplay: true });
        await discard(operation);
      } catch (error) {
        // It may be another account's turn.
        const waits = error.waits || error.status === 403;
        const problem = error.status === 403 || error.status >= 500 ? error.message : "";
        await put({ ...operation, until: 0, problem, reason: waits ? undefined : error.message });
        changed();
        if (waits) return false;
      }
    }
    if (last) offer(last.outcome === "conflict" ? words.both : words.sent);
    return true;
  }).catch(() => false);
  if (isDone) pause = 5000;
  else soon();
}

/** Sends all again, also what was refused. */
export async function retry() {
  for (const operation of await waiting()) await put({ ...operation, reason: undefined, until: 0 });
  pause = 5000;
  await replay();
}

const channel = new BroadcastChannel(`tl-outbox-${account}`);
channel.onmessage = () => tell();

function changed() {
  channel.postMessage("changed");
  tell();
}

/** Shows how much waits: beside the drafts, on the way to all rooms, and there. */
async function tell() {
  document.dispatchEvent(new CustomEvent("tl:outbox"));
  const count = (await waiting().catch(() => [])).length;
  const show = (mark, number) => {
    mark.hidden = !number;
    mark.firstChild.data = `${number} `;
  };
  const mark = document.querySelector("#me b");
  if (mark) show(mark, Number(mark.dataset.count) + count);
  const drafts = document.querySelector(`.rooms a[href="${prefix}/drafts"]`);
  if (drafts && !drafts.querySelector("b")) drafts.insertAdjacentHTML("beforeend", "<b>0</b>");
  if (drafts) show(drafts.querySelector("b"), count);
  const waits = document.getElementById("waits");
  if (!waits) return;
  waits.hidden = !count;
  waits.querySelector("span").textContent = count === 1 ? words.waitsOne : words.waitsMany.replace("{n}", count);
}

/** Loads the page again; what it said about the last action is not said once more. */
function show(done) {
  const address = new URL(location.href);
  address.hash = "";
  address.searchParams.delete("done");
  if (done) address.searchParams.set("done", done);
  location.replace(address);
}

// The buttons of a page, which lead to another page without script.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  const action = event.submitter?.formAction ?? form.action;
  if (/\/logout$/.test(action)) {
    if (form.dataset.sure) return;
    event.preventDefault();
    await draftsAreThere;
    const isUnsent = await database("readonly", ({ outbox }) => outbox.count()).catch(() => 0);
    const hasDrafts = await database("readonly", ({ drafts }) => drafts.count()).catch(() => 0);
    if (isUnsent + hasDrafts && !confirm(words.leave)) return delete form.dataset.sent;
    form.dataset.sure = "yes";
    localStorage.removeItem(`tl-searches-${account}`);
    form.action = action;
    return form.submit();
  }
  if (form.id !== "act" || event.defaultPrevented || !/\/n\/[^/]+\/(pin|unpin|fav|unfav|trash)$|\/trash\/[\d.]+\/restore$/.test(action)) return;
  event.preventDefault();
  try {
    const label = `${event.submitter.textContent.trim()}: ${document.querySelector("h1")?.textContent.trim()}`;
    const result = await deliver(action, new FormData(form), { label });
    delete form.dataset.sent;
    if (result.status === 401) location.reload();
    else if (result.waits) offer(words.kept, words.undo, result.cancel);
    else if (result.undo) location.assign(`${home}?done=${encodeURIComponent(result.done)}`);
    else show(result.done);
  } catch {
    form.action = action;
    form.submit();
  }
});

// MARK: - The service worker

function ask(worker, question) {
  return new Promise((answer) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (event) => answer(event.data);
    worker.postMessage(question, [port2]);
  });
}

const keepsCopies = document.body.dataset.copies !== "off";

/** Removes what is kept for reading; drafts and what waits stay. */
export const forgetCopies = async () =>
  keepsCopies ? ask((await navigator.serviceWorker.ready).active, "forget") : keepNothing();

/** Removes what is kept for reading, and the worker that keeps it. */
async function keepNothing() {
  const scope = new URL(`${prefix}/`, location).href;
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  for (const registration of registrations.filter((one) => one.scope === scope)) {
    await registration.unregister();
    const patience = new Promise((done) => setTimeout(done, 2000));
    // It works for open pages until they are left: what it is loading must not be kept.
    if (registration.active) await Promise.race([ask(registration.active, "forget"), patience]);
  }
  const names = globalThis.caches ? await caches.keys() : [];
  await Promise.all(names.filter((name) => /^tl-(pages|media|owner|shell)/.test(name)).map((name) => caches.delete(name)));
}

async function start() {
  const { serviceWorker } = navigator;
  if (!keepsCopies) return keepNothing();
  if (!serviceWorker) return;
  const hadOne = Boolean(serviceWorker.controller);
  // First: registering waits for the server, which may hang.
  const time = serviceWorker.controller && (await ask(serviceWorker.controller, "copy?"));
  if (time) {
    offer(words.copy.replace("{time}", moment(time)), words.again, () => location.reload());
  }
  const registration = await serviceWorker.register(`${prefix}/sw.js`, { scope: `${prefix}/`, updateViaCache: "none" });
  const ready = (worker) => {
    if (!worker || !hadOne) return;
    offer(words.fresh, words.load, () => {
      serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      worker.postMessage("activate");
    });
  };
  ready(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker.addEventListener("statechange", () => worker.state === "installed" && ready(worker));
  });
  (await serviceWorker.ready).active.postMessage({ keep: account, opened: hadOne ? "" : location.href });
}

start().catch(() => {});
addEventListener("online", replay);
document.addEventListener("visibilitychange", () => document.hidden || replay());
tell();
draftsAreThere.then(tidy).catch(() => {});
replay();
