// A setting is stored when it is chosen; without script by its button.

document.getElementById("main").addEventListener("change", async ({ target: { form } }) => {
  if (!form?.matches(".setting")) return;
  // Browsers ask for it only after a click.
  const isNotify = form.action.endsWith("/device/notify") && new FormData(form).get("value") === "on";
  if (isNotify && globalThis.Notification?.permission === "default") await Notification.requestPermission();
  form.requestSubmit();
});

document.addEventListener("tl:answer", (event) => {
  const { form, page, address } = event.detail;
  // The colours of links and what the browser keeps are decided when a page begins.
  if (sheets(page) !== sheets(document) || /(copies|notify)$/.test(form.action)) {
    event.preventDefault();
    return location.assign(address);
  }
  if (form.querySelector("details[open]")) page.querySelector(`#${form.id} details`).open = true;
  for (const [old, now] of [[document.documentElement, page.documentElement], [document.body, page.body]]) {
    for (const name of ["data-theme", "data-size", "data-keys"]) {
      if (now.hasAttribute(name)) old.setAttribute(name, now.getAttribute(name));
      else old.removeAttribute(name);
    }
  }
});

const sheets = (page) => [...page.querySelectorAll("link[rel=stylesheet]")].map((link) => link.getAttribute("href")).join();
