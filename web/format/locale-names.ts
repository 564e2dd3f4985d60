const languages = new Intl.DisplayNames("en", { type: "language" });
const regions = new Intl.DisplayNames("en", { type: "region" });

/** Returns a language by its English name and its code, such as "German (de-DE)". A store's own code may be unknown. */
export function localeName(locale: string): string {
  try {
    return `${languages.of(locale) ?? locale} (${locale})`;
  } catch (error) {
    if (error instanceof RangeError) return locale;
    throw error;
  }
}

/** Returns a country by its English name; its code where the browser knows none. */
export function countryName(code: string): string {
  try {
    return regions.of(code.toUpperCase()) ?? code.toUpperCase();
  } catch (error) {
    if (error instanceof RangeError) return code.toUpperCase();
    throw error;
  }
}
