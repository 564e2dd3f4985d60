const RIGHT_TO_LEFT = /^(ar|fa|he|iw|ur)\b/i;

/**
 * Returns the direction of a store's text in a language: that of the language where it is written from right to left, since
 * such texts often begin with a name in Latin letters; else that of the text itself.
 */
export function textDirection(locale: string | null): "rtl" | "auto" {
  return locale !== null && RIGHT_TO_LEFT.test(locale) ? "rtl" : "auto";
}
