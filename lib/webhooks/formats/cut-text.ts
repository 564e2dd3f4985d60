import { lazy } from "../../runtime/lazy.ts";

const ELLIPSIS = "…";

/** Characters as readers see them, such as an emoji of several code points (UAX 29). */
const characters = lazy(() => new Intl.Segmenter("en", { granularity: "grapheme" }));

/**
 * Returns the text if it fits, else its longest beginning that fits with an ellipsis. Characters are split only if the
 * first one does not fit. `fits` must accept each beginning of a text that it accepts.
 */
export function cutText(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text;
  const end = longestFitting(text, fits);
  const start = characters().segment(text).containing(end)?.index ?? 0;
  return beginningOf(text, start > 0 ? start : end);
}

/** Returns the end of the longest beginning that fits, in units of UTF-16. */
function longestFitting(text: string, fits: (text: string) => boolean): number {
  let fitting = 0;
  let tooLong = text.length;
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2);
    if (fits(beginningOf(text, middle))) fitting = middle;
    else tooLong = middle;
  }
  return fitting;
}

/** Returns the beginning without half a code point at its end. */
function beginningOf(text: string, end: number): string {
  const isHalf = /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
  return `${text.slice(0, isHalf ? end - 1 : end).trimEnd()}${ELLIPSIS}`;
}
