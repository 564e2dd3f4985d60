import { unusable } from "../../http/check-record.ts";
import type { Call } from "../../http/route.ts";
import { NotInStoreError } from "../../http/store-errors.ts";
import type { StoreResponse } from "../../http/store-http-client.ts";
import { type AppPage, parseAppPage, unreadablePage } from "./app-page.ts";
import { spellLanguage } from "./languages.ts";
import type { LookupRecord, Storefront } from "./look-up.ts";
import { type AppleTransport, storefrontNumber } from "./transport.ts";

export async function readPage(
  transport: AppleTransport,
  storefront: Storefront,
  app: LookupRecord,
  call: Call,
): Promise<AppPage> {
  const response = await requestPage(transport, storefront, pageUrl(storefront, app), call);
  return response.status === 404 ? unreadablePage : parseAppPage(response.body, storefront.appId);
}

/** Reads an app's page with one request. Throws if the store has no such page, or shows another storefront's. */
export async function readPageAlone(transport: AppleTransport, storefront: Storefront, call: Call): Promise<AppPage> {
  const { appId, country } = storefront;
  storefrontNumber(country);
  const response = await requestPage(transport, storefront, addressWithoutName(storefront), call);
  if (response.status === 404) throw new NotInStoreError(`The page of app ${appId}`);
  const page = parseAppPage(response.body, appId);
  if (page.path !== undefined && !page.path.startsWith(`/${country}/`)) {
    throw unusable(new Error(`the store returned the page at ${page.path}`));
  }
  return page;
}

export function requestPage(
  { http }: AppleTransport,
  { country, lang }: Pick<Storefront, "country" | "lang">,
  url: URL,
  call: Call,
): Promise<StoreResponse> {
  const language = lang === undefined ? undefined : spellLanguage(country, lang).page;
  if (language !== undefined) url.searchParams.set("l", language);
  const headers = { "accept-language": language ?? "en-US" };
  return http({ url, method: "GET", headers, body: null }, call);
}

/** Prefers the page's full address, since the short one costs a redirect. */
function pageUrl({ appId, country }: Storefront, app: LookupRecord): URL {
  const known = URL.parse(app.url ?? "");
  const { host, pathname = "" } = known ?? {};
  const isOfApp =
    host === "apps.apple.com" && pathname.startsWith(`/${country}/app/`) && pathname.endsWith(`/id${appId}`);
  return new URL(isOfApp ? pathname : `/${country}/app/id${appId}`, "https://apps.apple.com");
}

/** The store accepts any name before the id. app-store-scraper's `similar.js` also sends "app". */
function addressWithoutName({ appId, country }: Storefront): URL {
  return new URL(`/${country}/app/app/id${appId}`, "https://apps.apple.com");
}
