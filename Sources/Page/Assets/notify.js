// Says on this device which trackers have become due, while a page of the vault is open.

const { account, api, home, words: table } = document.body.dataset;
const words = JSON.parse(table);
const name = document.title;
/** What was told already: the moment it was due, by the id of the tracker. */
const ledger = `tl-told:${account}`;

async function look() {
  const answer = await fetch(`${api}/trackers`, { headers: { "X-Requested-With": "tl" } }).catch(() => null);
  if (!answer?.ok) return;
  const due = (await answer.json()).trackers.filter((tracker) => tracker.late_seconds !== null);
  document.title = due.length ? `(${due.length}) ${name}` : name;
  if (globalThis.Notification?.permission !== "granted") return;
  // Of several tabs one tells.
  await navigator.locks.request(ledger, () => tell(due));
}

async function tell(due) {
  const told = JSON.parse(localStorage.getItem(ledger) ?? "{}");
  for (const tracker of due) {
    if (told[tracker.id] === tracker.due) continue;
    await show(tracker);
  }
  // What is not due any more is told again when it is.
  localStorage.setItem(ledger, JSON.stringify(Object.fromEntries(due.map((tracker) => [tracker.id, tracker.due]))));
}

async function show({ id, icon, title, elapsed }) {
  const heading = [icon, title].filter(Boolean).join(" ");
  const options = { body: elapsed ?? "", tag: `tl-due-${id}` };
  // Phones show only those of a service worker.
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => null);
  if (worker?.active) return worker.showNotification(heading, options);
  new Notification(heading, options).addEventListener("click", () => {
    window.focus();
    location.assign(new URL("since", new URL(home, location)));
  });
}

if (document.body.dataset.notify) {
  look();
  setInterval(look, 60_000);
}
