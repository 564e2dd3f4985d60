export type DistinctList<Item> = {
  readonly items: readonly Item[];
  /** The language for lists whose texts are not read. */
  readonly language: string | null;
};

/** A cache treats a list in another language as another list. */
const LANGUAGES = ["en-US", "en-GB", "de-DE", "fr-FR"];

/**
 * Returns a function that yields each list, an order of the items and a language, only once. Two items have at least
 * eight lists. Throws when none is left.
 */
export function distinctLists<Item>(
  idOf: (item: Item) => number,
  locale = "",
): (items: readonly Item[]) => DistinctList<Item> {
  const known = new Set<string>();
  const otherLanguages = LANGUAGES.filter((language) => language !== locale);
  return (items) => {
    for (const language of [null, ...otherLanguages]) {
      for (const order of ordersOf(items)) {
        const name = `${language} ${order.map(idOf).join(",")}`;
        if (known.has(name)) continue;
        known.add(name);
        return { items: order, language };
      }
    }
    throw new RangeError(`${items.length} apps have been requested in every order.`);
  };
}

function ordersOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const turned = items.map((_, start) => [...items.slice(start), ...items.slice(0, start)]);
  return [...turned, ...turned.map((order) => order.toReversed())];
}
