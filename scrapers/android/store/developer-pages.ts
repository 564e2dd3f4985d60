import * as z from "zod";

import { lazy } from "../../../lib/runtime/lazy.ts";
import { unusable } from "../../http/check-record.ts";
import { EmptyListError } from "../../http/store-errors.ts";
import type { StoreResponse } from "../../http/store-http-client.ts";
import { plainPayload, plainResponse } from "./batch-response.ts";
import { entryAt, pageData, pageOf, wholePage } from "./page-data.ts";

const section = lazy(() => z.tuple([z.array(z.unknown())], z.unknown()));

/**
 * Returns a developer's first page as an account's page, because the library expects the form that the id suggests.
 * Without the token of the next page, the library requests no other.
 */
export function asAccountPage(response: StoreResponse, pages: "first" | "all"): StoreResponse {
  const data = pageData(wholePage(response, "ds:3").body, "ds:3");
  if (Array.isArray(data) && entryAt(data, [0, 1]) === null) throw new EmptyListError();

  const byAccount = section().safeParse(entryAt(data, [0, 1, 0, 21]));
  const byName = section().safeParse(entryAt(data, [0, 1, 0, 22]));
  const shown = ([rows, ...rest]: readonly unknown[]) => (pages === "first" ? [rows] : [rows, ...rest]);
  if (byAccount.success) return withSection(response, shown(byAccount.data));
  if (!byName.success) throw unusable(new Error("the page has no list of apps"));

  const [rows, ...rest] = byName.data;
  return withSection(response, shown([rows.map((row) => entryAt(row, [0])), ...rest]));
}

function withSection(response: StoreResponse, list: readonly unknown[]): StoreResponse {
  const sections = [...Array.from({ length: 21 }, () => null), list];
  return { ...response, body: pageOf("ds:3", [[null, [sections]]]) };
}

/** The position of the price text in a row of a following page; a free app has none. */
const PRICE_PATH = [7, 0, 3, 2, 1, 0] as const;

/** Works around two library bugs: "$1,299.00" parses as 1, and a failed page looks like the end of the list. */
export function withExactPrices(response: StoreResponse): StoreResponse {
  const payload = plainPayload(response.body);
  const rows = z.array(z.unknown()).safeParse(entryAt(payload, [0, 0, 0]));
  if (!rows.success) throw unusable(new Error("the next page has no list of apps"));

  for (const row of rows.data) {
    const price = entryAt(row, PRICE_PATH);
    if (Array.isArray(price) && typeof price[2] === "string") price[2] = price[2].replaceAll(",", "");
  }
  return { ...response, body: plainResponse(payload) };
}
