import type { Call } from "../../http/route.ts";
import { type AppPage, parseAppPage, unreadablePage } from "./app-page.ts";
import { spellLanguage } from "./languages.ts";
import type { LookupRecord, Storefront } from "./look-up.ts";
import type { AppleTransport } from "./transport.ts";

/** Reads the web page of an app that was looked up in the same storefront. */
export async function readPage(
  { http }: AppleTransport,
  storefront: Storefront,
  app: LookupRecord,
  call: Call,
): Promise<AppPage> {
  const { appId, country, lang } = storefront;
  const url = pageUrl(storefront, app);
  const language = lang === undefined ? undefined : spellLanguage(country, lang).page;
  if (language !== undefined) url.searchParams.set("l", language);
  const headers = { "accept-language": language ?? "en-US" };
  const response = await http({ url, method: "GET", headers, body: null }, call);
  return response.status === 404 ? unreadablePage : parseAppPage(response.body, appId);
}

/** Prefers the page's full address, since the short one costs a redirect. */
function pageUrl({ appId, country }: Storefront, app: LookupRecord): URL {
  const known = URL.parse(app.url ?? "");
  const { host, pathname = "" } = known ?? {};
  const isOfApp =
    host === "apps.apple.com" && pathname.startsWith(`/${country}/app/`) && pathname.endsWith(`/id${appId}`);
  return new URL(isOfApp ? pathname : `/${country}/app/id${appId}`, "https://apps.apple.com");
}
