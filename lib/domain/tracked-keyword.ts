/** A tracked keyword is a term that a user tracks for an app in a storefront. */

export const TERM_LENGTH = { min: 2, max: 100 } as const;
export const TERM_PARTS_MAX = 6;
export const ITEMS_PER_REQUEST_MAX = 200;

/**
 * Returns the form in which a term is stored, read and compared: NFKC, lower-cased by the rules of the storefront's
 * first language, with single spaces.
 */
export function normalTerm(term: string, language: string): string {
  const lower = term.normalize("NFKC").toLocaleLowerCase(language).normalize("NFKC");
  return lower.trim().replaceAll(/\s+/gu, " ");
}

/** Returns why a term in its normal form cannot be tracked. Lengths are code points. */
export function findTermFault(term: string): string | undefined {
  const { length } = [...term];
  if (length < TERM_LENGTH.min) return `The term field must be at least ${TERM_LENGTH.min} characters.`;
  if (length > TERM_LENGTH.max) return `The term field must not be greater than ${TERM_LENGTH.max} characters.`;
  if (term.split(" ").length > TERM_PARTS_MAX) return `A term cannot have more than ${TERM_PARTS_MAX} words.`;
  return undefined;
}
