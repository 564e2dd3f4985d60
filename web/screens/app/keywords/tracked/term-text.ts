import { TERM_LENGTH_MAX, TERM_LENGTH_MIN } from "../../../../hooks/use-term.ts";

/** The service tracks no term of more words. */
const WORDS_MAX = 6;

/** Returns a term with single spaces and without forms of compatibility, as the service stores it. */
export function tidyTerm(text: string): string {
  return text.normalize("NFKC").trim().replaceAll(/\s+/gu, " ");
}

/** Returns a text that terms share which differ only in case, width or spaces. */
export function comparableTerm(text: string): string {
  return tidyTerm(text).toLowerCase().normalize("NFKC");
}

/** Returns why a tidy term cannot be tracked. Lengths are code points. */
export function findTermFault(term: string): string | undefined {
  const { length } = [...term];
  if (length < TERM_LENGTH_MIN) return `A term has at least ${TERM_LENGTH_MIN} characters.`;
  if (length > TERM_LENGTH_MAX) return `A term has at most ${TERM_LENGTH_MAX} characters.`;
  return term.split(" ").length > WORDS_MAX ? `A term has at most ${WORDS_MAX} words.` : undefined;
}
