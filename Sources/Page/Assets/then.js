// Then and now: two years of a person over each other, and how much is seen of each.

const root = document.getElementById("compare");
const wipe = document.getElementById("wipe");

wipe?.addEventListener("input", () => root.style.setProperty("--at", `${wipe.value}%`));
