/** The texts that decide whose listing a store shows. Release notes and promotional texts are not compared. */
export const coverageFields = ["title", "subtitle", "short_description", "description"] as const;
export type CoverageField = (typeof coverageFields)[number];

export const coverageStates = ["own", "fallback", "none"] as const;
export type CoverageState = (typeof coverageStates)[number];

/** What a store shows in one language. Texts may be given as their hashes. */
export type LanguageTexts = Readonly<Record<CoverageField, string | null>>;

export type LanguageCoverage = {
  readonly locale: string;
  /** Null if the language was not read yet. */
  readonly state: CoverageState | null;
  /** The fields whose text no language before this one shows. */
  readonly own_fields: readonly CoverageField[];
  /** The language to which the other texts belong. Null if all of them are the language's own. */
  readonly fallback_of: string | null;
};

/**
 * Returns for each language whether it has texts of its own. Equal texts are one text, which belongs to the first
 * language in the given order that shows it. `texts` has null for a language in which the store has no listing.
 */
export function coverLanguages(
  locales: readonly string[],
  texts: ReadonlyMap<string, LanguageTexts | null>,
): readonly LanguageCoverage[] {
  const owners = new Map<string, string>();
  return locales.map((locale) => {
    const shown = texts.get(locale);
    if (!shown) return { locale, state: shown === null ? "none" : null, own_fields: [], fallback_of: null };

    const ownerOf = (key: string) => {
      const owner = owners.get(key) ?? locale;
      owners.set(key, owner);
      return owner;
    };
    const whole = ownerOf(JSON.stringify(coverageFields.map((field) => shown[field] || null)));
    const fields = coverageFields.filter((field) => shown[field]);
    const ofFields = fields.map((field) => ({ field, owner: ownerOf(`${field} ${shown[field]}`) }));
    const own_fields = ofFields.filter(({ owner }) => owner === locale).map(({ field }) => field);
    const others = ofFields.filter(({ owner }) => owner !== locale);
    return {
      locale,
      state: own_fields.length > 0 || others.length === 0 ? "own" : "fallback",
      own_fields,
      fallback_of: whole === locale ? (others.at(-1)?.owner ?? null) : whole,
    };
  });
}
