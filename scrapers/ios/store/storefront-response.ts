import libraryRecords from "app-store-scraper/lib/common.js";
import * as z from "zod";

import type { ScraperFailureReason } from "../../contracts/records.ts";
import { parseJson } from "../../contracts/wire.ts";
import { checkRecord, unusable } from "../../http/check-record.ts";
import type { StoreResponse } from "../../http/store-http-client.ts";
import { type LookupRecord, lookupRecordSchema } from "./look-up.ts";

export type AppLookup =
  | { readonly outcome: "found"; readonly app: LookupRecord }
  | { readonly outcome: "missing" }
  | { readonly outcome: "failed"; readonly reason: ScraperFailureReason };

const unreadable = { outcome: "failed", reason: "invalid_response" } as const;

/**
 * Returns an outcome for each id. Lookup omits unknown ids and keeps no order. An app of another storefront makes the
 * whole response unusable, since the others may be of that one, too.
 */
export function readStorefrontApps(
  { body }: StoreResponse,
  { country, ids }: { readonly country: string; readonly ids: readonly string[] },
): ReadonlyMap<string, AppLookup> {
  const { results } = checkRecord(responseSchema, parseJson(body));
  const rows = new Map<string, object>();
  let hasUnknown = false;
  for (const result of results) {
    const row = rowSchema.safeParse(result).data;
    if (row === undefined || (isIosApp(row) && row.trackId === undefined)) hasUnknown = true;
    else if (isIosApp(row)) rows.set(String(row.trackId), row);
  }

  // An id whose row cannot be recognised must not count as missing.
  const withoutRow: AppLookup = hasUnknown ? unreadable : { outcome: "missing" };
  return new Map(
    ids.map((id) => {
      const row = rows.get(id);
      return [id, row === undefined ? withoutRow : readApp(row, country)];
    }),
  );
}

const responseSchema = z.object({ results: z.array(z.unknown()) });

const rowSchema = z.looseObject({
  wrapperType: z.string().optional(),
  kind: z.string().optional(),
  trackId: z.int().optional(),
});

/** An id can also be that of a publisher (`wrapperType: "artist"`) or of a Mac app (`kind: "mac-software"`). */
function isIosApp({ wrapperType = "software", kind = "software" }: z.infer<typeof rowSchema>): boolean {
  return wrapperType === "software" && kind === "software";
}

function readApp(row: object, country: string): AppLookup {
  const app = lookupRecordSchema.safeParse(libraryRecords.cleanApp(row)).data;
  const path = URL.parse(app?.url ?? "")?.pathname;
  if (app === undefined || path === undefined) return unreadable;
  if (!path.startsWith(`/${country}/`)) throw unusable(new Error(`lookup returned an app at ${path}`));
  return { outcome: "found", app };
}
