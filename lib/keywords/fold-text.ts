/** NFKC would append these signs to a word as letters. */
const signs = /[™℠®©]/gu;

/** The rest of the dot when İ is lower-cased in languages without a dotless i. */
const loneDot = /i\u0307/gu;

/** Other spellings of the apostrophe: quotation marks, letters and the geresh of Hebrew. */
const apostrophes = /[\u2018\u2019\u02BB\u02BC\u05F3]/gu;

/** NFKC splits the vowel am of Thai and Lao, which dictionaries write as one character. */
const splitAm = /\u0E4D\u0E32|\u0ECD\u0EB2/gu;

/**
 * Returns a text in which words that differ in case, width or letter form are equal: NFKC, lower-cased by the rules of
 * the language. Turkish and Azerbaijani pair İ with i, and I with ı.
 */
export function foldText(text: string, language: string): string {
  const normal = text.replace(signs, " ").normalize("NFKC").replace(apostrophes, "'");
  const folded = normal.toLocaleLowerCase(language).replace(loneDot, "i").normalize("NFC");
  return folded.replace(splitAm, (am) => (am === "\u0E4D\u0E32" ? "\u0E33" : "\u0EB3"));
}
