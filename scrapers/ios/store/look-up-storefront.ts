import * as z from "zod";

import { lazy } from "../../../lib/runtime/lazy.ts";
import type { ScraperFailureReason } from "../../contracts/records.ts";
import { STOREFRONT_BYTES_MAX } from "../../contracts/storefronts.ts";
import { parseJson } from "../../contracts/wire.ts";
import { checkRecord, unusable } from "../../http/check-record.ts";
import { type Call, orAborted } from "../../http/route.ts";
import { notFoundOutOfPlace, StoreError } from "../../http/store-errors.ts";
import type { StoreResponse } from "../../http/store-http-client.ts";
import { spellLanguage } from "./languages.ts";
import { type LookupRecord, lookupRecordSchema } from "./look-up.ts";
import { type FailedAlone, isRejection, requestInHalves } from "./request-in-halves.ts";
import { type AppleTransport, isCurrent } from "./transport.ts";

export type StorefrontRequest = {
  readonly country: string;
  readonly ids: readonly string[];
  readonly lang: string | undefined;
};

export type LookedUpStorefront = {
  readonly requestedAt: Date;
  readonly requestsMade: number;
  readonly lang: string | undefined;
  readonly apps: ReadonlyMap<string, AppLookup | FailedAlone>;
};

export type LookupSource = {
  readonly transport: AppleTransport;
  readonly now: () => Date;
  /** 0 ≤ x < 1, for the order of a list. */
  readonly random: () => number;
};

export async function lookUpStorefront(
  source: LookupSource,
  { country, ids, lang }: StorefrontRequest,
  call: Call,
): Promise<LookedUpStorefront> {
  const requestedAt = source.now();
  const lookup = createLookup(source, country, call);
  let language = lang === undefined ? undefined : spellLanguage(country, lang).lookup;
  let mayBeRejected = language !== undefined;

  const requestList = async (list: readonly string[]) => {
    try {
      const apps = await lookup.request(list, language);
      mayBeRejected = false;
      return apps;
    } catch (error) {
      if (!mayBeRejected || !isRejection(error)) throw error;
    }
    // Apple does not say whether it has rejected the language or one of the ids.
    try {
      const apps = await lookup.request(list, undefined);
      call.report("language.rejected", { country, lang: language });
      language = undefined;
      return apps;
    } finally {
      mayBeRejected = false;
    }
  };

  const apps = await requestInHalves([...new Set(ids)], requestList).catch((error: unknown) => {
    if (error instanceof StoreError && lookup.requestsMade() > 1) error.requestsMade = lookup.requestsMade();
    throw error;
  });
  const requestsMade = lookup.requestsMade();
  return { requestedAt, requestsMade, lang: language === undefined ? undefined : lang, apps };
}

/** Any language of the store. Its texts are not read, but caches treat the list as another one. */
const OTHER_LANGUAGE = "en_us";

function createLookup({ transport, random }: LookupSource, country: string, call: Call) {
  let requestsMade = 0;
  const send = async (ids: readonly string[], language: string | undefined) => {
    requestsMade += 1;
    const url = lookupUrl(country, ids, language);
    const request = { url, method: "GET", headers: {}, body: null, bodyBytesMax: STOREFRONT_BYTES_MAX } as const;
    const response = await orAborted(call.signal, transport.http(request, call));
    // Lookup reports missing apps in the body; a 404 is about the address.
    if (response.status === 404) throw notFoundOutOfPlace();
    return response;
  };

  return {
    requestsMade: () => requestsMade,
    request: async (ids: readonly string[], language: string | undefined) => {
      // The library loads while the store responds, since it has no part in the request.
      const [response, { default: library }] = await Promise.all([
        send(ids, language),
        import("app-store-scraper/lib/common.js"),
      ]);
      const again = isCurrent(response) ? undefined : anotherRequest(ids, language, random());
      return readStorefrontApps(again === undefined ? response : await send(again.ids, again.language), {
        country,
        ids,
        cleanApp: library.cleanApp,
      });
    },
  };
}

/** Without an `entity`, which would fill the response with all the apps of a publisher whose id is among the ids. */
function lookupUrl(country: string, ids: readonly string[], language: string | undefined): URL {
  const url = new URL("https://itunes.apple.com/lookup");
  url.search = `id=${ids.join(",")}&country=${country}${language === undefined ? "" : `&lang=${language}`}`;
  return url;
}

/**
 * Returns a request that Apple's caches, which compare order and language, do not have. Undefined for the texts of a
 * single app, which have no alternative.
 */
function anotherRequest(ids: readonly string[], language: string | undefined, random: number) {
  if (ids.length > 1) return { ids: inAnotherOrder(ids, random), language };
  return language === undefined ? { ids, language: OTHER_LANGUAGE } : undefined;
}

function inAnotherOrder(ids: readonly string[], random: number): readonly string[] {
  const start = 1 + Math.floor(random * (ids.length - 1));
  return [...ids.slice(start), ...ids.slice(0, start)];
}

type AppLookup =
  | { readonly outcome: "found"; readonly app: LookupRecord }
  | { readonly outcome: "missing" }
  | { readonly outcome: "failed"; readonly reason: ScraperFailureReason };

const unreadable = { outcome: "failed", reason: "invalid_response" } as const;

/**
 * Returns an outcome for each id. Lookup omits unknown ids and keeps no order. An app of another storefront makes the
 * whole response unusable, since the others may be of that one, too.
 */
function readStorefrontApps(
  { body }: StoreResponse,
  {
    country,
    ids,
    cleanApp,
  }: { readonly country: string; readonly ids: readonly string[]; readonly cleanApp: (row: object) => unknown },
): ReadonlyMap<string, AppLookup> {
  const { results } = checkRecord(responseSchema(), parseJson(body));
  const rows = new Map<string, object>();
  let hasUnknown = false;
  for (const result of results) {
    const row = rowSchema().safeParse(result).data;
    if (row === undefined || (isIosApp(row) && row.trackId === undefined)) hasUnknown = true;
    else if (isIosApp(row)) rows.set(String(row.trackId), row);
  }

  // An id whose row cannot be recognised must not count as missing.
  const withoutRow: AppLookup = hasUnknown ? unreadable : { outcome: "missing" };
  return new Map(
    ids.map((id) => {
      const row = rows.get(id);
      return [id, row === undefined ? withoutRow : readApp(cleanApp(row), country)];
    }),
  );
}

const responseSchema = lazy(() => z.object({ results: z.array(z.unknown()) }));

const rowSchema = lazy(() =>
  z.looseObject({
    wrapperType: z.string().optional(),
    kind: z.string().optional(),
    trackId: z.int().optional(),
  }),
);

/** An id can also be that of a publisher (`wrapperType: "artist"`) or of a Mac app (`kind: "mac-software"`). */
function isIosApp({ wrapperType = "software", kind = "software" }: z.infer<ReturnType<typeof rowSchema>>): boolean {
  return wrapperType === "software" && kind === "software";
}

function readApp(record: unknown, country: string): AppLookup {
  const app = lookupRecordSchema().safeParse(record).data;
  const path = URL.parse(app?.url ?? "")?.pathname;
  if (app === undefined || path === undefined) return unreadable;
  if (!path.startsWith(`/${country}/`)) throw unusable(new Error(`lookup returned an app at ${path}`));
  return { outcome: "found", app };
}
