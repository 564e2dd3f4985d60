import * as z from "zod";

/**
 * The app that a search names, where it is the page's only result. The library reads the rows of results and finds
 * none on such a page, which has only the large card above them.
 */
export function soleMatch(html: string): string | undefined {
  const block = html.slice(Math.max(html.indexOf("key: 'ds:4'"), 0));
  const start = block.indexOf("data:") + "data:".length;
  const card = cardPath.reduce<unknown>(entryOf, parseJson(block.slice(start, block.indexOf(", sideChannel", start))));
  return typeof card === "string" ? card : undefined;
}

/** Where the search page keeps the app id of the card. */
const cardPath = [0, 1, 0, 23, 16, 3, 12, 0, 0] as const;

function entryOf(value: unknown, index: number): unknown {
  const parsed = z.array(z.unknown()).safeParse(value);
  return parsed.success ? parsed.data[index] : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
