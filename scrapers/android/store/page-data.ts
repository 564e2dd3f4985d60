import * as z from "zod";

import { unusable } from "../../http/check-record.ts";
import type { StoreResponse } from "../../http/exchange.ts";
import { parseJson } from "../../http/parse-json.ts";

/** A block of data in a page: `ds:3` lists a developer's apps, `ds:4` a search's, `ds:5` describes an app. */
export type PageBlock = "ds:3" | "ds:4" | "ds:5";

/** The response, which has to have the block and its own end: the library takes a page without it for one without results. */
export function wholePage(response: StoreResponse, block: PageBlock): StoreResponse {
  const isWhole = response.body.includes(`key: '${block}'`) && response.body.includes("</html>");
  if (!isWhole) throw unusable(new Error(`the page has no ${block}`));
  return response;
}

/** The content of a block; undefined where the page has none that can be read. */
export function pageData(html: string, block: PageBlock): unknown {
  const key = html.indexOf(`key: '${block}'`);
  const start = html.indexOf("data:", key) + "data:".length;
  const end = html.indexOf(", sideChannel", start);
  return key < 0 || end < 0 ? undefined : parseJson(html.slice(start, end));
}

/** A page of a single block, in the form that the library looks for. */
export function pageOf(block: PageBlock, data: unknown): string {
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return `<script>AF_initDataCallback({key: '${block}', hash: '1', data:${json}, sideChannel: {}});</script>`;
}

/** The entry of arrays within arrays; undefined where the way does not lead on. */
export function entryAt(value: unknown, path: readonly number[]): unknown {
  return path.reduce(entryOf, value);
}

function entryOf(value: unknown, index: number): unknown {
  const parsed = z.array(z.unknown()).safeParse(value);
  return parsed.success ? parsed.data[index] : undefined;
}
