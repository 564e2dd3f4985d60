/** An unknown language, whose texts are split and folded by rules of all languages. */
const UNKNOWN = "und";

/** Languages whose code at a store differs from that of their stop words. */
const sameLanguage: Readonly<Record<string, string>> = { nb: "no", nn: "no", tl: "fil", yue: "zh" };

/** Returns the language of a store's locale by its current code: `he` for `iw-IL`, `no` for `nb-NO`. */
export function languageOf(locale: string): string {
  const language = readLanguage(locale);
  return sameLanguage[language] ?? language;
}

function readLanguage(locale: string): string {
  try {
    return new Intl.Locale(locale).language;
  } catch (error) {
    // RangeError: the code is not well-formed (BCP 47).
    if (error instanceof RangeError) return UNKNOWN;
    throw error;
  }
}
