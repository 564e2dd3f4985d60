/** Known traps between us and the stores, and the test that covers each. */
export type Trap = {
  readonly trap: string;
  /** The section of the study of both libraries that describes the trap. */
  readonly source: string;
  /** `file in tests/scrapers > title`; `npm run verify` fails when no test has that title. */
  readonly test: string;
};

const underFault = "describe-faults.ts > returns the expected outcome of $fault, and recovers";
const unused = "library-traps.test.ts > has no use of %s";

export const traps: readonly Trap[] = [
  {
    trap: "a library has a way to the network that is not ours",
    source: "0.1",
    test: "library-traps.test.ts > sends every request through the injected transport and reaches nothing else",
  },
  {
    trap: "got's own retry ends the process on Node 24",
    source: "0.2",
    test: "store-faults.test.ts > does not crash the process when it rejects connections",
  },
  { trap: "throttle of google-play-scraper locks up after one failure", source: "0.3", test: unused },
  { trap: "throttle of app-store-scraper covers look-ups alone", source: "0.3", test: unused },
  { trap: "similar() loses the request options and reads another list", source: "0.4", test: unused },
  {
    trap: "search with full detail requests every row",
    source: "0.5",
    test: "library-traps.test.ts > sends one request for a search and none for details",
  },
  { trap: "HTTP errors arrive as objects without a message and pass for 404", source: "0.6", test: underFault },
  { trap: "pages that cannot be parsed pass for absent or empty ones", source: "0.7", test: underFault },
  {
    trap: "subtitle, screenshots and stars are on the web page alone",
    source: "0.8",
    test: "ios-records.test.ts > returns the texts and pictures of the requested language",
  },
  {
    trap: "the web page changes its structure",
    source: "0.8",
    test: "app-page.test.ts > misses only the part that has changed",
  },
  { trap: "versionHistory() is not published and privacy() is broken", source: "0.9", test: unused },
  {
    trap: "a healthy page lists less than requested",
    source: "0.10",
    test: "charts.test.ts > returns as many entries as the store sends, up to two hundred",
  },
  {
    trap: "each method names an Android developer by another id",
    source: "1.3.1",
    test: "developers.test.ts > returns developer ids by which apps can be listed",
  },
  {
    trap: "a developer's id is encoded twice, or decoded twice",
    source: "1.3.2",
    test: "developers.test.ts > requests the page of the name in $id, decoded once",
  },
  {
    trap: "reserved characters in a developer's name break its id",
    source: "1.3.3",
    test: "crafted-pages.test.ts > encodes reserved characters of a publisher's name",
  },
  {
    trap: "the form of a developer's id decides how the page is read",
    source: "1.3.4",
    test: "developers.test.ts > reads a page in either form",
  },
  {
    trap: "an account's page shows ten apps alone",
    source: "1.3.5",
    test: "developers.test.ts > returns more than the ten apps of an account's page, by the account's number",
  },
  {
    trap: "what's new is HTML",
    source: "1.4",
    test: "crafted-pages.test.ts > returns what's new as text, with its line breaks",
  },
  {
    trap: "descriptions have Windows line breaks",
    source: "1.4",
    test: "android-records.test.ts > returns the texts and pictures of the requested locale, without a subtitle or promotional text",
  },
  {
    trap: "the day of the release is written in the requested language",
    source: "1.4",
    test: "android-records.test.ts > returns the identity of an app, with the canonical id of its publisher",
  },
  {
    trap: "rows of an App Store chart lack a description",
    source: "1.4",
    test: "charts.test.ts > serves every category that the service knows",
  },
  {
    trap: "an absent app is told by a message alone",
    source: "1.5.1",
    test: "ios-records.test.ts > returns 404 for an app that this storefront does not have",
  },
  {
    trap: "a developer without apps, an app's id and nobody are told apart by nothing",
    source: "1.5.1",
    test: "developers.test.ts > returns an empty list for a developer without apps in the storefront",
  },
  {
    trap: "a country that does not have an app shows its page with status 200",
    source: "1.2",
    test: "android-records.test.ts > returns 404 with the contract's body, though the store shows a page",
  },
  {
    trap: "a page that has lost its offer passes for one of an app that is not sold",
    source: "1.2",
    test: "crafted-pages.test.ts > is unreadable with %s",
  },
  {
    trap: "an app that can be pre-registered for passes for one that is not offered",
    source: "1.2",
    test: "android-records.test.ts > returns an app that is open for pre-registration",
  },
  { trap: "4xx and 5xx of the stores", source: "1.5.2", test: underFault },
  {
    trap: "connections that are cut or refused",
    source: "1.5.3",
    test: "describe-faults.ts > returns network_error when the store rejects connections",
  },
  {
    trap: "libraries wait for ever",
    source: "1.5.4",
    test: "describe-faults.ts > returns 504 only for its own deadline",
  },
  { trap: "captcha and consent pages with status 200", source: "1.5.5", test: underFault },
  {
    trap: "an app that describes a captcha passes for one",
    source: "1.5.5",
    test: "crafted-pages.test.ts > is no captcha page because an app describes one",
  },
  {
    trap: "an empty chart, and a chart of one, break the libraries",
    source: "1.5.6",
    test: "charts.test.ts > returns an empty list for an empty chart, and one entry for a chart of one",
  },
  {
    trap: "Apple sends no list for a single entry",
    source: "1.5.6",
    test: "charts.test.ts > returns at most the requested %i",
  },
  {
    trap: "a search page with the exact match alone reads as empty",
    source: "1.5.7",
    test: "android-records.test.ts > returns the only hit of a search, which the page shows outside its rows",
  },
  {
    trap: "got repeats a GET by itself",
    source: "1.5.8",
    test: "store-faults.test.ts > never repeats a request by itself",
  },
  {
    trap: "list() returns more than requested",
    source: "1.5.9",
    test: "charts.test.ts > returns at most the requested %i",
  },
  {
    trap: "given headers take the place of the storefront's",
    source: "1.6.1",
    test: "library-traps.test.ts > sends the storefront of a search in the library's header",
  },
  {
    trap: "given headers take the place of the content type",
    source: "1.6.1",
    test: "library-traps.test.ts > posts a form where the library does",
  },
  {
    trap: "requests go by the libraries' own user agent",
    source: "1.6.1",
    test: "library-traps.test.ts > sends a browser's user agent on every request, never a library's",
  },
  {
    trap: "list() of app-store-scraper copies the request options and breaks an agent",
    source: "1.6.2",
    test: "charts.test.ts > returns %s of a country in the order of the ranks",
  },
  {
    trap: "redirects lead the libraries anywhere",
    source: "1.6.3",
    test: "store-faults.test.ts > sends nothing to %s, wherever the store may redirect",
  },
  {
    trap: "proxies of the environment take the requests of one library",
    source: "1.6.3",
    test: "library-traps.test.ts > ignores the proxies of the process environment",
  },
  { trap: "memoized() forgets functions among its options", source: "1.6.5", test: unused },
  {
    trap: "unknown storefronts silently become the United States",
    source: "1.1",
    test: "charts.test.ts > returns the chart of a storefront that the library does not know, and not of the United States",
  },
  {
    trap: "genres that the library does not list are rejected",
    source: "1.1",
    test: "charts.test.ts > returns the charts of genres that the library rejects",
  },
  { trap: "charts are requested by plain HTTP", source: "1.1", test: "charts.test.ts > calls Apple by https only" },
  {
    trap: "a developer's apps end at fifty",
    source: "1.1",
    test: "library-traps.test.ts > requests a developer's apps with Apple's largest limit",
  },
  {
    trap: "lookup takes languages in a form of its own, and rejects others",
    source: "3",
    test: "listing-languages.test.ts > is one that Apple accepts, and the listing's, in every storefront of the service",
  },
  {
    trap: "lookup without a language shows a storefront's first one, which is often not the country's",
    source: "3",
    test: "listing-languages.test.ts > fails the listing of %s, which the storefront would show in another language",
  },
  {
    trap: "one jar of cookies serves all calls of the process",
    source: "1.2",
    test: "crafted-pages.test.ts > carries no cookie into a later call",
  },
  { trap: "a page's script is run", source: "1.2", test: "library-traps.test.ts > runs no script of a page" },
  {
    trap: "prices of a thousand on following pages lose all but their first digits",
    source: "1.2",
    test: "developers.test.ts > reads prices of a thousand and more on following pages",
  },
  {
    trap: "a following page that fails passes for the end of the list",
    source: "1.2",
    test: "developers.test.ts > fails the whole list when a following page cannot be read",
  },
  {
    trap: "a list never ends",
    source: "1.2",
    test: "developers.test.ts > fails on a list that does not end",
  },
];
