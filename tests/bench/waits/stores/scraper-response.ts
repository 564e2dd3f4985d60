import type { ScraperHostClass } from "../../../../scrapers/contracts/host-classes.ts";
import { ABSENCE_HEADER } from "../../../../scrapers/contracts/records.ts";
import { isSold, type ShownApps } from "./shown-apps.ts";

/** The stores as the scrapers show them: apps of equal values, short charts, and storefronts that may fail. */
export type ShownStore = ShownApps & {
  /** Apps of the charts, which every storefront sells. */
  readonly topApps: readonly string[];
  /** Storefronts that respond with 500 to whatever is requested. */
  readonly failing: ReadonlySet<string>;
  readonly search: (term: string) => readonly string[];
  /** Returns true where the store rejects the next search for a tracked keyword, by 403. */
  readonly rejectsRanks: () => boolean;
};

export type ScraperResponse = {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Requests to the store: this many at once, each this many after the other. */
  readonly requested: { readonly items: number; readonly requestsEach: number };
};

const one = { items: 1, requestsEach: 1 };

export function found(body: object, requested: ScraperResponse["requested"] = one): ScraperResponse {
  return { status: 200, body, requested };
}

export function failure(hostClass: ScraperHostClass): ScraperResponse {
  return { status: 500, body: failureBody(hostClass), requested: one };
}

/** Returns the response of a store that rejects a request. */
export function rejection(hostClass: ScraperHostClass): ScraperResponse {
  const body = { error: "The store returned 403", statusCode: 500, reason: "http_403", host_class: hostClass };
  return { status: 500, body, requested: one };
}

/** Returns the response to a request for one app in one storefront. */
export function single(store: ShownStore, externalId: string, country: string, show: () => object): ScraperResponse {
  const isAndroid = store.platform === "android";
  if (store.failing.has(country)) return failure(isAndroid ? "play_page" : "itunes_lookup");
  if (isSold(store, externalId, country)) return found(show());
  return {
    status: 404,
    body: { error: "Not found", statusCode: 404 },
    ...(isAndroid && { headers: { [ABSENCE_HEADER]: "not_offered" } }),
    requested: one,
  };
}

type Item = {
  readonly country: string;
  readonly locale?: string;
  readonly hostClass: ScraperHostClass;
  readonly requestsEach?: number;
  /** How the scraper calls what the storefront does not have. */
  readonly absence?: "missing" | "empty_response";
};

type Parts<Part extends Item> = {
  readonly store: ShownStore;
  readonly externalId: string;
  /** The name of the list in the response. */
  readonly name: string;
  readonly items: readonly Part[];
};

/** Returns the response to a request for many parts of an app, each in a storefront of its own. */
export function bulk<Part extends Item>(
  { store, externalId, name, items }: Parts<Part>,
  show: (item: Part) => object,
): ScraperResponse {
  const outcomes = items.map((item) => {
    const { country, locale, hostClass, absence = "empty_response" } = item;
    const named = { country, ...(locale !== undefined && { locale }) };
    if (store.failing.has(country)) {
      return { ...named, outcome: "failed", ...failureBody(hostClass), retry_after_seconds: null };
    }
    if (isSold(store, externalId, country)) return { ...named, outcome: "found", ...show(item) };
    return { ...named, outcome: absence, ...(store.platform === "android" && { absence: "not_offered" }) };
  });
  return found({ [name]: outcomes }, { items: items.length, requestsEach: items[0]?.requestsEach ?? 1 });
}

function failureBody(hostClass: ScraperHostClass) {
  return { error: "The store failed", statusCode: 500, reason: "http_5xx", failing_class: hostClass };
}
