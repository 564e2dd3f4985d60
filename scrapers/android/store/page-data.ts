import * as z from "zod";
import { parseJson } from "../../contracts/wire.ts";
import { unusable } from "../../http/check-record.ts";
import type { StoreResponse } from "../../http/store-http-client.ts";

/** A block of data in a page: `ds:3` lists a developer's apps, `ds:4` search results, `ds:5` describes an app. */
export type PageBlock = `ds:${number}`;

/** Throws unless the page has the block. The library reads a page without it as one without results. */
export function wholePage(response: StoreResponse, block: PageBlock): StoreResponse {
  const isWhole = response.body.includes(`key: '${block}'`) && response.body.includes("</html>");
  if (!isWhole) throw unusable(new Error(`the page has no ${block}`));
  return response;
}

export function pageData(html: string, block: PageBlock): unknown {
  const key = html.indexOf(`key: '${block}'`);
  const start = html.indexOf("data:", key) + "data:".length;
  const end = html.indexOf(", sideChannel", start);
  return key < 0 || end < 0 ? undefined : parseJson(html.slice(start, end));
}

export function pageOf(block: PageBlock, data: unknown): string {
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return `<script>AF_initDataCallback({key: '${block}', hash: '1', data:${json}, sideChannel: {}});</script>`;
}

export function entryAt(value: unknown, path: readonly number[]): unknown {
  return path.reduce(entryOf, value);
}

function entryOf(value: unknown, index: number): unknown {
  const parsed = z.array(z.unknown()).safeParse(value);
  return parsed.success ? parsed.data[index] : undefined;
}
