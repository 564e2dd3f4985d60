import type { FactContent, FactKey, FactValue } from "./fact.ts";

type Guard<Value> = (value: unknown) => value is Value;

const isText: Guard<string> = (value) => typeof value === "string";
const isNumber: Guard<number> = (value) => typeof value === "number";
const isBoolean: Guard<boolean> = (value) => typeof value === "boolean";
const isNamed = isShape({ id: isText, name: isText });
const isTitled = isShape({ id: isText, title: isText });

const shapes: { readonly [Key in FactKey]: Guard<FactValue<Key>> } = {
  name: isText,
  publisher: isNamed,
  category: isNamed,
  categories: isListOf(isNamed),
  content_rating: isShape({ code: isText, text: isOrNull(isText) }),
  minimum_os: isText,
  size_bytes: isNumber,
  languages: isListOf(isText),
  supported_devices: isListOf(isText),
  in_app_purchases: isOrNull(
    isEither(
      isShape({ items: isListOf(isShape({ name: isText, price: isOrNull(isText) })) }),
      isShape({ range: isText }),
    ),
  ),
  ads: isBoolean,
  privacy: isListOf(isShape({ id: isText, title: isText, categories: isListOf(isTitled) })),
  accessibility: isOrNull(isListOf(isTitled)),
  developer: isOrNull(isShape({ address: isOrNull(isText), website: isOrNull(isText) })),
  privacy_policy: isOrNull(isText),
  feature_graphic: isOrNull(isText),
};

const texts: readonly FactKey[] = ["name", "minimum_os", "privacy_policy", "feature_graphic"];

/** Returns a value as a change shows it: a text, or JSON. Undefined if it was cut, since it is no longer JSON then. */
export function parseFact(key: FactKey, text: string): FactContent | undefined {
  const fact = { key, value: texts.includes(key) ? text : parseJson(text) };
  return isFact(fact) ? fact : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isFact(fact: { readonly key: FactKey; readonly value: unknown }): fact is FactContent {
  return shapes[fact.key](fact.value);
}

function isOrNull<Value>(is: Guard<Value>): Guard<Value | null> {
  return (value) => value === null || is(value);
}

function isEither<One, Other>(is: Guard<One>, isOther: Guard<Other>): Guard<One | Other> {
  return (value): value is One | Other => is(value) || isOther(value);
}

function isListOf<Item>(is: Guard<Item>): Guard<Item[]> {
  return (value): value is Item[] => Array.isArray(value) && value.every((item) => is(item));
}

function isShape<Shape>(fields: { readonly [Name in keyof Shape]: Guard<Shape[Name]> }): Guard<Shape> {
  return (value): value is Shape => {
    if (typeof value !== "object" || value === null) return false;
    for (const name in fields) if (!fields[name](Reflect.get(value, name))) return false;
    return true;
  };
}
