// A place is picked on the outline map: each tap sets it, and shows what is around it four times nearer.

const part = 0.6;

/** Shows the map behind the button, or removes it. */
export function toggle(button, take) {
  const isOpen = button.ariaExpanded === "true";
  button.ariaExpanded = !isOpen;
  if (isOpen) return button.nextElementSibling.remove();
  const land = `${encodeURI(button.dataset.land)}#land`;
  const drawing = `<use href="${land}" width="3600" height="2160"/><circle/>`;
  button.insertAdjacentHTML("afterend", `<svg class="spot" aria-hidden="true">${drawing}</svg>`);
  const map = button.nextElementSibling;
  let [x, y, width] = [0, 0, 3600];
  const set = (element, values) => Object.entries(values).forEach(([name, value]) => element.setAttribute(name, value));
  const draw = () => set(map, { viewBox: `${x} ${y} ${width} ${width * part}` });
  map.addEventListener("click", ({ clientX, clientY }) => {
    const box = map.getBoundingClientRect();
    const cx = x + ((clientX - box.left) / box.width) * width;
    const cy = y + ((clientY - box.top) / box.height) * width * part;
    take(90 - cy / 12, cx / 10 - 180);
    width = width < 4 ? 3600 : width / 4;
    [x, y] = width === 3600 ? [0, 0] : [cx - width / 2, cy - (width * part) / 2];
    set(map.lastElementChild, { cx, cy, r: width / 60 });
    draw();
  });
  draw();
}
