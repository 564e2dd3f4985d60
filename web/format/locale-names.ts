const languages = new Intl.DisplayNames("en", { type: "language" });
const shortLanguages = new Intl.DisplayNames("en", { type: "language", languageDisplay: "standard", style: "short" });
const regions = new Intl.DisplayNames("en", { type: "region" });

/** Returns the English name and the code, such as "German (de-DE)", or only the code if it is unknown. */
export function localeName(locale: string): string {
  const name = languageName(locale);
  return name === locale ? locale : `${name} (${locale})`;
}

/** Returns the English name of a language without a region, or the code if it is unknown. */
export function languageName(code: string): string {
  try {
    return languages.of(code) ?? code;
  } catch (error) {
    if (error instanceof RangeError) return code;
    throw error;
  }
}

/** Returns the English name of a language and its region, such as "English (US)", or the code if it is unknown. */
export function shortLocaleName(locale: string): string {
  try {
    return shortLanguages.of(locale) ?? locale;
  } catch (error) {
    if (error instanceof RangeError) return locale;
    throw error;
  }
}

export function countryName(code: string): string {
  try {
    return regions.of(code.toUpperCase()) ?? code.toUpperCase();
  } catch (error) {
    if (error instanceof RangeError) return code.toUpperCase();
    throw error;
  }
}
