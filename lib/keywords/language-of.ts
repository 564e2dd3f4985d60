/** A language without a code: its texts are split and folded by the rules that all languages share. */
const UNKNOWN = "und";

/** Languages that stores name by another code than that of their stop words. */
const sameLanguage: Readonly<Record<string, string>> = { nb: "no", nn: "no", tl: "fil", yue: "zh" };

/** Returns the language of a store's locale, by today's code: `he` of `iw-IL`, `no` of `nb-NO`. */
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
