import * as z from "zod";

export type Description = { readonly path: string; readonly text: string };

const WORDS_MAX = 35;

/** Words that make a description hard to understand for a reader who does not know the service. */
const banned = /\b(?:turns?|whom|whoever|looks? at|bears?|comes? round|owed)\b/i;

/** Keys whose values are data of an API and no texts of the document. */
const dataKeys = new Set(["example", "value", "default", "const", "enum"]);

const jsonObject = z.record(z.string(), z.unknown());

/** Returns all descriptions and summaries of an OpenAPI document. */
export function findDescriptions(node: unknown, path = ""): readonly Description[] {
  if (Array.isArray(node)) return node.flatMap((item, index) => findDescriptions(item, `${path}/${index}`));
  const { data: object = {} } = jsonObject.safeParse(node);
  return Object.entries(object).flatMap(([key, value]) => {
    const place = `${path}/${key}`;
    // Below `properties`, a key is the name of a field.
    const isField = path.endsWith("/properties");
    if (!isField && dataKeys.has(key)) return [];
    const isText = !isField && (key === "description" || key === "summary");
    return isText && typeof value === "string" ? [{ path: place, text: value }] : findDescriptions(value, place);
  });
}

/** Returns what is wrong with a description. Code in backticks is not checked. */
export function findFaults(description: string): readonly string[] {
  const text = description.replaceAll(/`[^`]*`/g, "`code`");
  const word = banned.exec(text)?.[0];
  const long = sentencesOf(text).find((sentence) => sentence.split(/\s+/).length > WORDS_MAX);
  return [
    ...(/^(?:\p{Lu}|`|\*\*\p{Lu})/u.test(text) ? [] : ["does not start with a capital letter or code"]),
    ...(/[.?:]$/.test(text) ? [] : ["does not end with a full stop, a question mark or a colon"]),
    ...(word === undefined ? [] : [`contains the word "${word}"`]),
    ...(long === undefined ? [] : [`has a sentence of more than ${WORDS_MAX} words: ${long}`]),
  ];
}

function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.?!])\s+|\n+/);
}
