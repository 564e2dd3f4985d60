type Replacement = { readonly from: string; readonly to: string };

/**
 * Returns the text with picture addresses that this page can load. A local service invents its pictures, so a `meta`
 * element of the page says where it serves them.
 */
export function withOpenPictures(text: string, replacement: Replacement | undefined = ofThisPage()): string {
  return replacement === undefined ? text : text.replaceAll(replacement.from, replacement.to);
}

let known: { readonly replacement: Replacement | undefined } | undefined;

function ofThisPage(): Replacement | undefined {
  known ??= { replacement: readReplacement(document.querySelector('meta[name="pictures"]')?.getAttribute("content")) };
  return known.replacement;
}

export function readReplacement(content: string | null | undefined): Replacement | undefined {
  const [from = "", to = "", ...more] = (content ?? "").split(" ");
  return more.length === 0 && URL.canParse(from) && URL.canParse(to) ? { from, to } : undefined;
}
