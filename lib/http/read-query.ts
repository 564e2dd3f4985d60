import { invalidInput } from "../errors.ts";

export type QueryValue = string | readonly string[] | Readonly<Record<string, string>>;
export type QueryInput = Readonly<Record<string, QueryValue>>;

type Pair = { readonly name: string; readonly subKey: string | null; readonly value: string };

const PAIRS_MAX = 200;
const nameWithSubKey = /^([^[\]]+)\[([^[\]]*)\]$/;

/**
 * Returns the values of a raw query string: API Gateway's parsed form joins repeated keys with commas, which cannot be
 * undone. `key[]=a` makes a list, `key[k]=v` a map, a repeated key a list; blank values count as absent.
 */
export function readQuery(rawQueryString: string): QueryInput {
  const pairsByName = new Map<string, Pair[]>();
  for (const pair of splitPairs(rawQueryString).map(readPair)) {
    if (pair.value.trim() === "") continue;
    const known = pairsByName.get(pair.name);
    if (known === undefined) pairsByName.set(pair.name, [pair]);
    else known.push(pair);
  }
  return Object.fromEntries([...pairsByName].map(([name, pairs]) => [name, joinPairs(pairs)]));
}

/** Returns the query with one parameter replaced and the others as they were sent. */
export function replaceParameter(rawQueryString: string, name: string, value: string): string {
  const others = splitPairs(rawQueryString).filter((pair) => readPair(pair).name !== name);
  return [...others, `${encodeURIComponent(name)}=${encodeURIComponent(value)}`].join("&");
}

function splitPairs(rawQueryString: string): string[] {
  const pairs = rawQueryString.split("&", PAIRS_MAX + 1).filter((pair) => pair !== "");
  if (pairs.length > PAIRS_MAX)
    throw invalidInput({ query: [`The query must not have more than ${PAIRS_MAX} parameters.`] });
  return pairs;
}

function readPair(pair: string): Pair {
  const equals = pair.indexOf("=");
  const name = decode(equals === -1 ? pair : pair.slice(0, equals));
  const value = equals === -1 ? "" : decode(pair.slice(equals + 1));
  const [, baseName, subKey] = nameWithSubKey.exec(name) ?? [];
  return baseName === undefined ? { name, subKey: null, value } : { name: baseName, subKey: subKey ?? "", value };
}

function joinPairs(pairs: readonly Pair[]): QueryValue {
  const [first] = pairs;
  if (pairs.length === 1 && first?.subKey === null) return first.value;
  const named = pairs.filter((pair) => pair.subKey !== null && pair.subKey !== "");
  if (named.length > 0) return Object.fromEntries(named.map((pair) => [pair.subKey, pair.value]));
  return pairs.map((pair) => pair.value);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw invalidInput({ query: ["The query is not percent-encoded UTF-8."] });
  }
}
