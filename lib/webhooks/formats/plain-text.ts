/** In UTF-16 units. It is more than any format shows, and bounds the time that a long text takes. */
const TEXT_MAX = 5_000;

const lineEnds = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;

/** Control characters but tab and line feed, and characters that Unicode never assigns. */
const unreadable = /[^\P{Cc}\t\n]|\p{Noncharacter_Code_Point}/gu;

/** Embeddings, overrides and isolates: one without an end would reverse the rest of the message. */
const directions = /[\u202a-\u202e\u2066-\u2069]/g;

/** Returns a text that any chat can show, with its lines. */
export function plainText(text: string): string {
  return text
    .slice(0, TEXT_MAX)
    .toWellFormed()
    .replace(lineEnds, "\n")
    .replace(unreadable, "\uFFFD")
    .replace(directions, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Returns a text as one line. */
export function plainLine(text: string): string {
  return plainText(text).replace(/\s+/g, " ");
}

/** Returns whether a text shows anything. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Default_Ignorable_Code_Point}]/u.test(text);
}
