import { lazy } from "../../runtime/lazy.ts";

const ELLIPSIS = "…";

/** Characters as readers see them, such as an emoji of several code points (UAX 29). */
const characters = lazy(() => new Intl.Segmenter("en", { granularity: "grapheme" }));

/**
 * Returns the text if it fits, or else its longest beginning that fits with an ellipsis. Characters are not split,
 * unless the first one alone does not fit. `fits` holds for every beginning of what it holds for.
 */
export function cutText(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text;
  const seen = Array.from(characters().segment(text), ({ segment }) => segment);
  const beginning = longestBeginning(seen, fits);
  return beginning === ELLIPSIS ? longestBeginning([...(seen[0] ?? "")], fits) : beginning;
}

function longestBeginning(pieces: readonly string[], fits: (text: string) => boolean): string {
  const beginningOf = (count: number) => `${pieces.slice(0, count).join("").trimEnd()}${ELLIPSIS}`;
  let fitting = 0;
  let tooLong = pieces.length + 1;
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2);
    if (fits(beginningOf(middle))) fitting = middle;
    else tooLong = middle;
  }
  return beginningOf(fitting);
}
