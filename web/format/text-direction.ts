const RIGHT_TO_LEFT = /^(ar|fa|he|iw|ur)\b/i;

/** Texts of right-to-left languages often begin with a name in Latin letters, so "auto" would be wrong. */
export function textDirection(locale: string | null): "rtl" | "auto" {
  return locale !== null && RIGHT_TO_LEFT.test(locale) ? "rtl" : "auto";
}
