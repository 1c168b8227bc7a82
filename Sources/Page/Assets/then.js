// Then and now: two years of a person over each other, and how much is seen of each.

const root = document.getElementById("compare");
const photos = document.querySelectorAll(".years img");
const wipe = document.getElementById("wipe");

wipe?.addEventListener("input", () => root.style.setProperty("--at", `${wipe.value}%`));
root?.addEventListener("change", ({ target }) => {
  const photo = target.matches("select") && photos[target.selectedIndex];
  if (!photo) return;
  const shown = document.getElementById(target.dataset.of);
  Object.assign(shown, { srcset: photo.srcset, src: photo.src, alt: photo.alt });
});
