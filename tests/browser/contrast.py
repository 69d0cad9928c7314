"""How well the words of a cell's outputs stand out from the page, by the rule of WCAG 2."""

from tests.browser.lab_page import LabPage

ENOUGH = 4.5  # for text of any size

_LEAST = """index => {
  const { node } = window.jupyterapp.shell.currentWidget.content.widgets[index].outputArea;
  const page = getComputedStyle(document.querySelector(".jp-Notebook")).backgroundColor;
  const ink = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const light = (colour, opacity) => {
    ink.globalAlpha = 1;
    ink.fillStyle = page;
    ink.fillRect(0, 0, 1, 1);
    ink.globalAlpha = opacity;
    ink.fillStyle = colour;
    ink.fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...ink.getImageData(0, 0, 1, 1).data]
      .map(each => each / 255)
      .map(each => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const found = [];
  const words = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const text = words.currentNode.data.trim();
    const element = words.currentNode.parentElement;
    if (!text || element.closest("style, title, .vega-actions")) {
      continue;
    }

    const style = getComputedStyle(element);
    let opacity = element instanceof SVGElement ? Number(style.fillOpacity) : 1;
    for (let each = element; each !== node; each = each.parentElement) {
      opacity *= Number(getComputedStyle(each).opacity);
    }

    const of = [light(element instanceof SVGElement ? style.fill : style.color, opacity), light(page, 1)];
    found.push([Math.max(...of) / Math.min(...of), text]);
  }

  return found.sort((one, other) => one[0] - other[0])[0];
}"""


def least_contrast(lab_page: LabPage, index: int) -> tuple[float, str]:
    """The lowest contrast among the texts of a cell's outputs, charts included, and that text."""
    ratio, text = lab_page.page.evaluate(_LEAST, index)
    return ratio, text
