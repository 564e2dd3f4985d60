type Replacement = { readonly from: string; readonly to: string };

/**
 * Returns a response's text with the addresses under which this page can load pictures. A service on one's own machine
 * has invented pictures, whose stored addresses open nowhere; its page says in a `meta` element where they are served.
 */
export function withOpenPictures(text: string, replacement: Replacement | undefined = ofThisPage()): string {
  return replacement === undefined ? text : text.replaceAll(replacement.from, replacement.to);
}

let known: { readonly replacement: Replacement | undefined } | undefined;

function ofThisPage(): Replacement | undefined {
  known ??= { replacement: readReplacement(document.querySelector('meta[name="pictures"]')?.getAttribute("content")) };
  return known.replacement;
}

/** Returns the two addresses of `<stored> <served>`; undefined for anything else, as where nothing is replaced. */
export function readReplacement(content: string | null | undefined): Replacement | undefined {
  const [from = "", to = "", ...more] = (content ?? "").split(" ");
  return more.length === 0 && URL.canParse(from) && URL.canParse(to) ? { from, to } : undefined;
}
