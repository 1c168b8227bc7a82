// What is written waits in this browser until the server has it; the server makes each change once.

const { account, home, words: table } = document.body.dataset;
const prefix = home.slice(0, -1);
const words = JSON.parse(table || "{}");
const offer = (text, label, act) => document.dispatchEvent(new CustomEvent("tl:offer", { detail: { text, label, act } }));

// MARK: - The database of this account

/** Runs `work` on the stores `drafts`, `outbox` and `blobs`; the result is that of the request it returns. */
export function database(mode, work) {
  return new Promise((done, fail) => {
    const opening = indexedDB.open(`tl-${account}`, 1);
    opening.onupgradeneeded = () => {
      for (const name of ["drafts", "outbox", "blobs"]) opening.result.createObjectStore(name);
    };
    opening.onerror = () => fail(opening.error);
    opening.onsuccess = () => {
      const names = ["drafts", "outbox", "blobs"];
      const transaction = opening.result.transaction(names, mode);
      const request = work(Object.fromEntries(names.map((name) => [name, transaction.objectStore(name)])));
      transaction.oncomplete = () => (opening.result.close(), done(request?.result));
      transaction.onerror = transaction.onabort = () => (opening.result.close(), fail(transaction.error));
    };
  });
}

/** What waits, in the order in which it was written. */
export const waiting = () => database("readonly", ({ outbox }) => outbox.getAll());

export const discard = (key) =>
  database("readwrite", ({ outbox, blobs }) => (outbox.delete(key), blobs.delete(key))).then(changed);

/** A page without TLS has no `randomUUID`. */
export function newID() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-4$3-a$4-");
}

const isFile = (value) => value instanceof Blob;

/** Stores an operation with its files; `replaces` is one whose text is in this one. */
function keep(operation, files, replaces) {
  return database("readwrite", ({ outbox, blobs }) => {
    if (files.length) blobs.put(files, operation.key);
    if (replaces) outbox.delete(replaces);
    if (replaces) blobs.delete(replaces);
    outbox.put(operation, operation.key);
  });
}

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
        if (!(known.result?.time > draft.time)) drafts.put(draft, name.slice(lastWords.length));
      };
    }
  });
  // Not what another page has stored meanwhile.
  for (const [name, text] of texts) if (localStorage.getItem(name) === text) localStorage.removeItem(name);
}

/** Done when the database has every draft. */
export const draftsAreThere = moveLastWords().catch(() => {});

// MARK: - Sending

/** Posts an operation; throws an error with `waits` if it has to be sent again, else with the server's reason. */
async function post(operation, files, isReplay) {
  const data = new FormData();
  for (const [name, value] of operation.fields) data.append(name, value);
  for (const file of files) data.append("files", file, file.name);
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const headers = {
    "X-Requested-With": "tl", Accept: "application/json", "Tl-Operation": operation.id, "Tl-Account": account,
    ...(isReplay && { "Tl-Replay": "1" }),
  };
  let answer;
  try {
    // Ten seconds, and the time for the files at 50 KB a second.
    const signal = AbortSignal.timeout(10_000 + size / 50);
    answer = await fetch(operation.action, { method: "POST", body: data, headers, signal });
  } catch {
    throw Object.assign(new Error(words.offline), { waits: true });
  }
  const result = await answer.json().catch(() => ({}));
  if (answer.ok && result.outcome) return result;
  const waits = answer.ok || answer.status === 401 || answer.status >= 500;
  throw Object.assign(new Error(result.error ?? `${answer.status}`), { waits, status: answer.status });
}

/**
 * Sends a form: what the server made of it, or {waits, cancel} if it does not answer. Throws the server's reason.
 * It is stored before it is sent, so that a tab that is closed meanwhile loses nothing.
 */
export async function deliver(action, data, { id = newID(), label = "", replaces } = {}) {
  const all = [...data];
  const fields = all.filter(([name, value]) => !isFile(value) && !["token", "back"].includes(name));
  const files = all.map(([, value]) => value).filter((value) => isFile(value) && value.size);
  const path = new URL(action, location).pathname;
  const until = Date.now() + 30_000 + files.reduce((sum, file) => sum + file.size, 0) / 50;
  const operation = { key: `${Date.now()}-${id}`, id, action: path, fields, label, time: new Date().toISOString(), until };
  const isStored = await keep(operation, files, replaces).then(() => true, () => false);
  try {
    const result = await post(operation, files, false);
    if (isStored) await discard(operation.key);
    return result;
  } catch (error) {
    if (!error.waits || !isStored) {
      if (isStored) await discard(operation.key);
      throw error;
    }
    await keep({ ...operation, until: 0, problem: error.status >= 500 ? error.message : "" }, files);
    changed();
    soon();
    return { waits: true, status: error.status, cancel: () => discard(operation.key) };
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
      if (operation.until > Date.now()) return false;
      const files = (await database("readonly", ({ blobs }) => blobs.get(operation.key))) ?? [];
      // Another tab may have sent or discarded it.
      if (!(await database("readonly", ({ outbox }) => outbox.get(operation.key)))) continue;
      try {
        last = await post(operation, files, true);
        await discard(operation.key);
      } catch (error) {
        const problem = error.status >= 500 ? error.message : "";
        await keep({ ...operation, until: 0, problem, reason: error.waits ? undefined : error.message }, files);
        changed();
        if (error.waits) return false;
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
  for (const operation of await waiting()) {
    const files = (await database("readonly", ({ blobs }) => blobs.get(operation.key))) ?? [];
    await keep({ ...operation, reason: undefined, until: 0 }, files);
  }
  pause = 5000;
  await replay();
}

const channel = new BroadcastChannel(`tl-outbox-${account}`);
channel.onmessage = () => tell();

function changed() {
  channel.postMessage("changed");
  tell();
}

/** Shows how much waits beside the link to the drafts. */
async function tell() {
  document.dispatchEvent(new CustomEvent("tl:outbox"));
  const count = (await waiting().catch(() => [])).length;
  for (const link of document.querySelectorAll(`nav a[href="${prefix}/drafts"]`)) {
    link.querySelector("b")?.remove();
    if (count) link.insertAdjacentHTML("beforeend", `<b>${count}</b>`);
  }
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
    form.action = action;
    return form.submit();
  }
  if (form.id !== "act" || event.defaultPrevented || !/\/n\/[^/]+\/(pin|unpin|trash)$|\/trash\/[\d.]+\/restore$/.test(action)) return;
  event.preventDefault();
  try {
    const label = `${event.submitter.textContent.trim()}: ${document.querySelector("h1")?.textContent.trim()}`;
    const result = await deliver(action, new FormData(form), { label });
    delete form.dataset.sent;
    if (result.status === 401) location.reload();
    else if (result.waits) offer(words.kept, words.undo, result.cancel);
    else if (result.undo) location.assign(`${home}?done=trash-${result.undo.split("/").at(-2)}`);
    else show(/\/restore$/.test(action) ? "restored" : null);
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
    const shown = new Date(time).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
    offer(words.copy.replace("{time}", shown), words.again, () => location.reload());
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
replay();
