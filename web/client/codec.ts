/** If `write` returns undefined, the address leaves the value out. */
export type Codec<Value> = {
  readonly read: (text: string | null) => Value;
  readonly write: (value: Value) => string | undefined;
};

// biome-ignore lint/suspicious/noExplicitAny: each codec has a type of its own, and no other type includes all of them
export type AnySchema = Readonly<Record<string, Codec<any>>>;
export type Values<S extends AnySchema> = { readonly [K in keyof S]: S[K] extends Codec<infer V> ? V : never };

export function readState<S extends AnySchema>(schema: S, search: string): Values<S> {
  const params = new URLSearchParams(search);
  const values = Object.entries(schema).map(([key, codec]) => [key, codec.read(params.get(key))]);
  return Object.fromEntries(values) as Values<S>;
}

/** Returns the search part of the address. Parameters outside the schema stay. */
export function writeState<S extends AnySchema>(schema: S, search: string, patch: Partial<Values<S>>): string {
  const params = new URLSearchParams(search);
  for (const [key, value] of Object.entries(patch)) {
    const written = schema[key]?.write(value);
    if (written === undefined) params.delete(key);
    else params.set(key, written);
  }
  return params.toString();
}

const TEXT_MAX = 300;

export const text = (fallback = ""): Codec<string> => ({
  read: (value) => (value ?? fallback).slice(0, TEXT_MAX),
  write: (value) => (value === fallback ? undefined : value),
});

export const optionalText = (): Codec<string | undefined> => ({
  read: (value) => value?.slice(0, TEXT_MAX) || undefined,
  write: (value) => value || undefined,
});

export const wholeNumber = (fallback: number): Codec<number> => ({
  read: (value) => (value !== null && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : fallback),
  write: (value) => (value === fallback ? undefined : String(value)),
});

/** Returns a codec of days, YYYY-MM-DD. */
export const optionalDate = (): Codec<string | undefined> => ({
  read: (value) => (value !== null && isDay(value) ? value : undefined),
  write: (value) => value,
});

export const oneOf = <const Item extends string>(items: readonly Item[], fallback: Item): Codec<Item> => ({
  read: (value) => items.find((item) => item === value) ?? fallback,
  write: (value) => (value === fallback ? undefined : value),
});

export const list = (max = 20): Codec<readonly string[]> => ({
  read: (value) =>
    (value ?? "")
      .split(",")
      .filter((item) => item !== "")
      .slice(0, max),
  write: (value) => (value.length === 0 ? undefined : value.join(",")),
});

export const flag = (): Codec<boolean> => ({
  read: (value) => value === "1",
  write: (value) => (value ? "1" : undefined),
});

function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}
