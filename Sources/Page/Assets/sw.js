// Reading without a network. `settings` (version, prefix, shell) is written above this by the server.

const { prefix, version, shell } = settings;
const shellName = `tl-shell-${version}`;
const limits = { copy: 2000, network: 10_000, media: 50e6, file: 20e6, pages: 1500, parts: 20, interval: 3_600_000 };
const keepable = /^\/($|[mdy]\/|n\/[^/]+(\/edit)?$|p\/|(new|drafts|me|offline|photos|tags|since|places|map)$|since\/[^/]+$|calendar)/;
/** Show something of notes without a link to them. */
const summaries = /^\/(photos|tags|calendar|places|map|since)/;
const basics = ["/offline", "/drafts", "/new", "/me", "/", "/tags", "/calendar", "/photos", "/since", "/map"];
/** Counts what was forgotten: an answer that was under way then must not be kept. */
let epoch = 0;

// MARK: - Installing: a new version waits until the page says so

addEventListener("install", (event) => {
  event.waitUntil(caches.open(shellName).then((cache) => cache.addAll(shell)));
});

addEventListener("activate", (event) => event.waitUntil(activate()));

async function activate() {
  // Pages that were kept need the scripts of their time.
  const shells = (await caches.keys()).filter((name) => name.startsWith("tl-shell-") && name !== shellName);
  await Promise.all(shells.slice(0, -2).map((name) => caches.delete(name)));
  await clients.claim();
}

addEventListener("message", (event) => {
  const { data } = event;
  if (data === "activate") skipWaiting();
  if (data === "forget") event.waitUntil(forget().then(() => event.ports[0]?.postMessage("done")));
  if (data.changed) event.waitUntil(renew(data.changed).catch(() => {}));
  // A page that was on its way while this worker became active has not been claimed.
  if (data.keep) event.waitUntil(clients.claim().then(() => keepMonths(data.keep, data.opened)).catch(() => {}));
  if (data === "copy?") event.ports[0]?.postMessage(copies.get(event.source?.id) ?? null);
});

// Notifications are about trackers that are due.
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(clients.openWindow(`${prefix}/since`));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin || !url.pathname.startsWith(`${prefix}/`)) return;
  const path = url.pathname.slice(prefix.length);
  if (request.method === "POST") {
    if (path === "/logout") event.respondWith(leave(request));
    if (path === "/share-target") event.respondWith(share(request));
  }
  if (request.method !== "GET" || /^\/(events|api|login|logout|sw\.js)(\/|$)/.test(path)) return;
  if (path.startsWith("/a/")) event.respondWith(asset(request));
  else if (/^\/(i|media)\//.test(path) && !url.search) event.respondWith(media(event, path));
  else if (request.mode === "navigate") event.respondWith(navigate(event, url));
  else if (url.searchParams.has("fragment")) event.respondWith(fragment(request, url));
});

// MARK: - Whose copies these are

/** The account whose pages are kept; null if nothing is. Opening a cache would make it. */
async function owner() {
  return (await caches.match("/owner", { cacheName: "tl-owner" }))?.text() ?? null;
}

let turn = Promise.resolve();

/** Runs `work` after what was asked for before: of two answers at once, one must not remove what the other keeps. */
const inTurn = (work) => (turn = turn.then(work, work));

/** Removes all copies; texts that were not sent are in a database of their own, and stay. */
const forget = () => inTurn(clear);

async function clear() {
  epoch += 1;
  const names = (await caches.keys()).filter((name) => /^tl-(pages|media|owner)/.test(name));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** From now on the copies are those of `account`, unless all were forgotten since `began`. */
const claim = (account, began = epoch) => inTurn(async () => {
  if (began !== epoch) return;
  const former = await owner();
  if (former === account) return;
  if (former !== null) await clear();
  await (await caches.open("tl-owner")).put("/owner", new Response(account));
});

/** The cache for what `response` shows; null if it may not be kept. */
async function cacheFor(response, kind, began) {
  if (response.status === 401) await forget();
  const account = response.headers.get("Tl-Account");
  if (!response.ok || !account || began !== epoch) return null;
  await claim(account, began);
  return began === epoch ? caches.open(`tl-${kind}-${account}`) : null;
}

/** The cache of that kind; null if nothing is kept, or was forgotten meanwhile: opening it would make it again. */
async function open(kind) {
  const began = epoch;
  const account = await owner();
  return account && began === epoch ? caches.open(`tl-${kind}-${account}`) : null;
}

async function leave(request) {
  await forget();
  return fetch(request);
}

// MARK: - Pages: from the network, for a moment; then as they were

/** The clients that show a copy, and when that was made. */
const copies = new Map();

/** What is said once is not part of the address. */
function key(url) {
  const result = new URL(url);
  result.searchParams.delete("done");
  // The form is the same for each draft.
  result.searchParams.delete("draft");
  result.hash = "";
  return result;
}

function isKeepable(url) {
  const asked = [...key(url).searchParams.keys()].every((name) => ["at", "before", "after", "fragment", "in", "sort"].includes(name));
  return asked && keepable.test(url.pathname.slice(prefix.length));
}

/** The page without what it says about the action before it, whose *Undo* would still be in a copy weeks later. */
const lasting = async (url, response) => (url.searchParams.has("done")
  ? (await response.text()).replace(/(<div id="bar"[^>]*>).*(<\/div>)/, "$1$2") : response.blob());

async function keepPage(url, response, began) {
  if (isGone(response)) return drop(url, began);
  const cache = await cacheFor(response, "pages", began);
  if (!cache || !isKeepable(url)) return;
  const headers = new Headers(response.headers);
  headers.set("Tl-Kept", new Date().toISOString());
  const copy = new Response(await lasting(url, response), { status: response.status, headers });
  await cache.delete(key(url));
  if (began === epoch) await cache.put(key(url), copy);
  const keys = await cache.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - limits.pages))) await cache.delete(old);
}

/** What the server shows no more: it was sealed or deleted. */
const isGone = ({ status }) => status === 403 || status === 404 || status === 410;

/** Removes what is kept of a page that is gone. */
async function drop(url, began) {
  const [note] = notesIn(`"${url.pathname}"`);
  return note ? dropNotes([note], began) : (await open("pages"))?.delete(key(url));
}

/** The notes to which a kept page has links, as addresses write their ids. */
const notesIn = (text) => text.split(`"${prefix}/n/`).slice(1).map((rest) => /^[^"/?#]*/.exec(rest)[0]);

const fileAddress = new RegExp(`${prefix}/(?:media|p|i/[^/"\\s]+/[^/"\\s]+)/([^"\\s,?]+)`, "g");
const filesIn = (text) => [...text.matchAll(fileAddress)].map(([, file]) => file);

/** Calls `look` with each kept page, its path without the prefix, and its text behind its own address. */
async function lookAt(pages, look) {
  for (const request of await pages.keys()) {
    const { pathname } = new URL(request.url);
    look(request, pathname.slice(prefix.length), `"${pathname}" ${(await (await pages.match(request))?.text()) ?? ""}`);
  }
}

/** Removes the kept pages, forms and media of notes that are gone, and keeps anew what else showed something of them. */
async function dropNotes(notes, began) {
  const pages = await open("pages");
  if (!pages) return;
  const hasOne = (text) => notesIn(text).some((note) => notes.includes(note));
  const isOwn = (path) => path.startsWith("/n/") && hasOne(`"${prefix}${path}"`);
  const files = new Set();
  await lookAt(pages, (_, path, text) => {
    const cards = text.split('<article class="card"').slice(1).map((card) => card.split("</article>")[0]);
    const photo = path.startsWith("/p/") && hasOne(text) ? [prefix + path] : [];
    for (const part of isOwn(path) ? [text] : [...cards.filter(hasOne), ...photo]) filesIn(part).forEach((file) => files.add(file));
  });
  const [gone, again] = [[], []];
  await lookAt(pages, (request, path, text) => {
    if (isOwn(path)) gone.push(request);
    else if (hasOne(text) || summaries.test(path) || filesIn(text).some((file) => files.has(file))) again.push(request);
  });
  for (const request of [...gone, ...again]) await pages.delete(request);
  await dropMedia((file) => files.has(file));
  try {
    for (const { url } of again) await keepPage(new URL(url), await fetch(url), began);
  } catch {
    // The next page has the lists kept again.
    await pages.delete("/kept");
  }
}

async function dropMedia(isGone) {
  const media = await open("media");
  for (const request of (await media?.keys()) ?? []) {
    if (filesIn(new URL(request.url).pathname).some(isGone)) await media.delete(request);
  }
}

/**
 * Asks for the notes with these ids, where something is kept of them: they may have been sealed or deleted.
 *
 * `ids` is "all" if nobody has told which have changed.
 */
async function renew(ids) {
  const began = epoch;
  const pages = await open("pages");
  if (!pages) return;
  const known = new Set();
  await lookAt(pages, (_, path, text) => notesIn(text).forEach((note) => known.add(note)));
  const gone = [];
  for (const note of known) {
    // Such an id is not written as it is.
    if (ids !== "all" && !ids.includes(note) && !note.startsWith("~")) continue;
    const own = `${prefix}/n/${note}`;
    const kept = [];
    for (const path of ids === "all" ? [] : [own, `${own}/edit`]) if (await pages.match(path)) kept.push(path);
    // The card says it too.
    for (const path of kept.length ? kept : [`${own}?fragment=1`]) {
      const response = await fetch(path);
      if (isGone(response)) gone.push(note);
      else if (kept.length || !response.ok) await keepPage(new URL(path, location), response, began);
    }
  }
  if (gone.length) await dropNotes(gone, began);
}

/** Removes the pictures and sounds that no kept page shows any more. */
async function sweep() {
  const pages = await open("pages");
  if (!pages) return;
  const files = new Set();
  await lookAt(pages, (_, path, text) => filesIn(text).forEach((file) => files.add(file)));
  await dropMedia((file) => !files.has(file));
}

function within(promise, time) {
  return new Promise((done, fail) => {
    setTimeout(fail, time);
    promise.then(done, fail);
  });
}

async function navigate(event, url) {
  const began = epoch;
  const network = fetch(event.request);
  const kept = network.then(async (response) => {
    const copy = response.clone();
    await keepPage(url, copy, began).catch(() => {});
    return response;
  });
  // Long enough to be kept although a copy was shown meanwhile.
  event.waitUntil(network.then((response) => alsoKeep(url, response, began)).catch(() => {}));
  const cache = await open("pages");
  const copy = await cache?.match(key(url));
  try {
    const response = await within(kept, copy ? limits.copy : limits.network);
    // A proxy answers for a server that is down.
    if (!(response.status >= 502 && response.status <= 504)) return response;
  } catch {
    // As if it were down.
  }
  const shown = copy ?? (await cache?.match(`${prefix}/offline`));
  if (copy) copies.set(event.resultingClientId, copy.headers.get("Tl-Kept"));
  return shown ?? kept;
}

/** With a note its form, so that it can be changed without a network. */
async function alsoKeep(url, response, began) {
  const path = url.pathname.slice(prefix.length);
  if (!response.ok || !/^\/n\/[^/]+$/.test(path) || !response.headers.get("Tl-Account")) return;
  const form = new URL(`${url.pathname}/edit`, url);
  await keepPage(form, await fetch(form), began);
}

async function fragment(request, url) {
  try {
    return await fetch(request);
  } catch (error) {
    const copy = await (await open("pages"))?.match(key(url));
    if (!copy) throw error;
    return copy;
  }
}

/**
 * Keeps the last twelve months, at most once an hour.
 *
 * `account` is what a page says; each answer says it again. `opened` is a page that was loaded before this worker ran.
 */
async function keepMonths(account, opened) {
  if ((await owner()) === null) await claim(account);
  const pages = await open("pages");
  if (!pages) return;
  const last = await pages.match("/kept");
  if (navigator.connection?.saveData) return;
  if (last && Date.now() - Number(await last.text()) < limits.interval) return;
  await pages.put("/kept", new Response(String(Date.now())));
  try {
    // While no page was open, nobody has heard of changes.
    await renew("all");
    await keepAll(opened);
    await sweep();
  } catch (error) {
    // The next page tries again.
    await pages.delete("/kept");
    throw error;
  }
}

async function keepAll(opened) {
  const began = epoch;
  const get = async (address) => {
    const url = new URL(address, location);
    const response = await fetch(url);
    const text = await response.clone().text();
    await keepPage(url, response, began);
    return response.ok && began === epoch ? text : "";
  };
  if (opened && isKeepable(new URL(opened))) {
    const response = await fetch(opened);
    await alsoKeep(new URL(opened), response.clone(), began);
    await keepPage(new URL(opened), response, began);
  }
  for (const path of basics) await get(prefix + path);
  const counts = await (await fetch(`${prefix}/api/v1/counts`, { headers: { "X-Requested-With": "tl" } })).json();
  const now = new Date();
  const first = new Date(now.getFullYear(), now.getMonth() - 11, 15).toISOString().slice(0, 7);
  for (const { month } of counts.months.filter((m) => m.month >= first).slice(0, 24)) {
    let address = `${prefix}/m/${month}`;
    for (let part = 0; address && part < limits.parts; part += 1) {
      const text = await get(address);
      if (part > 0) await get(`${address}&fragment=1`);
      address = /rel="next" href="([^"]+)"/.exec(text)?.[1].replaceAll("&amp;", "&");
    }
  }
}

// MARK: - Assets, pictures and sounds

async function asset(request) {
  const kept = await caches.match(request.url);
  const response = kept ?? (await fetch(request));
  // The colour of a vault has a sheet of its own.
  if (!kept && response.ok && request.url.includes("/a/accent-")) (await caches.open(shellName)).put(request.url, response.clone());
  return response;
}

let added = Infinity;

async function media(event, path) {
  const { request } = event;
  const cache = await open("media");
  const found = await cache?.match(request.url);
  const range = request.headers.get("Range");
  if (!found && !range) {
    const began = epoch;
    const response = await fetch(request);
    event.waitUntil(keepMedia(request.url, response.clone(), began).catch(() => {}));
    return response;
  }
  // A file may have been replaced, and a sound is kept once it was played; the address of a variant is of its content.
  const isWhole = found ? path.startsWith("/media/") : request.destination === "audio";
  if (isWhole) {
    const began = epoch;
    event.waitUntil(fetch(request.url).then((response) => keepMedia(request.url, response, began)).catch(() => {}));
  }
  if (!found) return fetch(request);
  return range ? part(found, range) : found;
}

async function keepMedia(address, response, began) {
  if (isGone(response)) return (await open("media"))?.delete(address);
  const size = Number(response.headers.get("Content-Length"));
  const cache = await cacheFor(response, "media", began);
  if (!cache || response.status !== 200 || !size || size > limits.file) return response.body?.cancel();
  await cache.put(address, response);
  added += size;
  if (added < 2e6) return;
  added = 0;
  let total = 0;
  for (const request of (await cache.keys()).reverse()) {
    total += Number((await cache.match(request))?.headers.get("Content-Length"));
    if (total > limits.media) await cache.delete(request);
  }
}

/** The range of a whole file that a player asks for (RFC 9110, 14.2). */
async function part(whole, range) {
  const found = /^bytes=(\d+)-(\d*)$/.exec(range);
  if (!found) return whole;
  const blob = await whole.blob();
  const start = Number(found[1]);
  const end = found[2] ? Math.min(Number(found[2]) + 1, blob.size) : blob.size;
  const headers = new Headers(whole.headers);
  headers.set("Content-Range", start < blob.size ? `bytes ${start}-${end - 1}/${blob.size}` : `bytes */${blob.size}`);
  if (start >= blob.size || end <= start) return new Response(null, { status: 416, headers });
  headers.set("Content-Length", String(end - start));
  return new Response(blob.slice(start, end), { status: 206, headers });
}

// MARK: - What other programs share: a draft

async function share(request) {
  const data = await request.formData();
  const account = await owner();
  if (!account) return Response.redirect(`${prefix}/new`, 303);
  const id = crypto.randomUUID();
  const text = ["title", "text", "url"].map((name) => data.get(name)).filter(Boolean).join("\n\n");
  const draft = { text, tags: "", when: "", place: "", id, base: null, caret: text.length, time: new Date().toISOString() };
  const files = data.getAll("files").filter((file) => file instanceof File && file.size);
  await new Promise((done, fail) => {
    const opening = indexedDB.open(`tl-${account}`, 1);
    opening.onupgradeneeded = () => {
      for (const name of ["drafts", "outbox", "blobs"]) opening.result.createObjectStore(name);
    };
    opening.onerror = fail;
    opening.onsuccess = () => {
      const transaction = opening.result.transaction(["drafts", "blobs"], "readwrite");
      transaction.objectStore("drafts").put(draft, `new:${id}`);
      if (files.length) transaction.objectStore("blobs").put(files, `new:${id}`);
      transaction.oncomplete = () => (opening.result.close(), done());
      transaction.onerror = transaction.onabort = fail;
    };
  });
  return Response.redirect(`${prefix}/new?draft=${id}`, 303);
}
