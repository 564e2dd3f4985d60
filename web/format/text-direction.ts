const RIGHT_TO_LEFT = /^(ar|fa|he|iw|ur)\b/i;

/** Returns "rtl" for right-to-left languages, whose texts often begin with a name in Latin letters. */
export function textDirection(locale: string | null): "rtl" | "auto" {
  return locale !== null && RIGHT_TO_LEFT.test(locale) ? "rtl" : "auto";
}
