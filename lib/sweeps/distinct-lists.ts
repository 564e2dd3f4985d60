export type DistinctList<Item> = {
  readonly items: readonly Item[];
  /** Where each order has been requested without one: a language, whose texts are not read. */
  readonly language: string | null;
};

/** Languages that the store has: a list in one that is not the batch's is another one to a cache. */
const LANGUAGES = ["en-US", "en-GB", "de-DE", "fr-FR"];

/**
 * Returns a function that returns the items of each list in an order, or else with a language other than `locale`, that
 * it has not returned before. Two items have eight such lists at least; it throws when there is none left.
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

/** Returns the items from each of them on, and the same backwards. */
function ordersOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const turned = items.map((_, start) => [...items.slice(start), ...items.slice(0, start)]);
  return [...turned, ...turned.map((order) => order.toReversed())];
}
