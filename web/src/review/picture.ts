/** A drawing of the page as a file: with the colours that styles have given it. */

const STYLES = ["fill", "stroke", "stroke-width", "opacity", "stroke-dasharray"];

export function pictureOf(drawn: SVGSVGElement): Blob {
  const copy = drawn.cloneNode(true) as SVGSVGElement;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const { width, height } = drawn.viewBox.baseVal;
  copy.setAttribute("width", String(2 * width));
  copy.setAttribute("height", String(2 * height));
  const copies = copy.querySelectorAll<SVGElement>("*");
  for (const [n, part] of drawn.querySelectorAll<SVGElement>("*").entries()) {
    const look = getComputedStyle(part);
    const same = copies[n];
    if (!same) continue;
    for (const name of STYLES) same.style.setProperty(name, look.getPropertyValue(name));
    same.removeAttribute("class");
  }
  return new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" });
}
