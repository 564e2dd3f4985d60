/** Values of some days. Days without one are not counted. */
export type Summed = { readonly sum: number; readonly days: number };

export type BeforeAfter = {
  readonly before: Summed;
  readonly after: Summed;
};

type Values = readonly (number | null)[];

/** Returns the days before a day and the days after it. The day itself belongs to neither. */
export function beforeAfter(values: Values, place: number, length: number): BeforeAfter {
  return {
    before: sumOf(values.slice(Math.max(0, place - length), place)),
    after: sumOf(values.slice(place + 1, place + 1 + length)),
  };
}

export function sumOf(values: Values): Summed {
  const known = values.filter((value) => value !== null);
  return { sum: known.reduce((sum, value) => sum + value, 0), days: known.length };
}

export function meanOf({ sum, days }: Summed): number | null {
  return days === 0 ? null : sum / days;
}
