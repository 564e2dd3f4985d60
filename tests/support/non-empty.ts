type Sized = { readonly length: number } | { readonly size: number };

/** Returns what a loop with assertions goes over. Throws where that is empty: such a loop would assert nothing. */
export function nonEmpty<Items extends Sized>(items: Items): Items {
  const count = "length" in items ? items.length : items.size;
  if (count === 0) throw new Error("There is nothing to go over, so the loop would assert nothing.");
  return items;
}
