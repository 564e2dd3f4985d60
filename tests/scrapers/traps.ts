/** What is known to go wrong between us and the stores, and the test that keeps it right. */
export type Trap = {
  readonly trap: string;
  /** Section, and place in it, of the study of both libraries that the trap was first described in. */
  readonly source: string;
  /** `file in tests/scrapers > title`; `npm run verify` fails where there is none of that name. */
  readonly test: string;
};

const underFault = "describe-faults.ts > returns as it should on $fault, and well again afterwards";
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
    test: "store-faults.test.ts > leaves a process unharmed when it rejects connections",
  },
  { trap: "throttle of google-play-scraper locks up after one failure", source: "0.3", test: unused },
  { trap: "throttle of app-store-scraper covers look-ups alone", source: "0.3", test: unused },
  { trap: "similar() loses the request options and reads another list", source: "0.4", test: unused },
  {
    trap: "search with full detail asks for every row",
    source: "0.5",
    test: "library-traps.test.ts > asks once for a search, and never for the details of what it found",
  },
  { trap: "HTTP errors arrive as objects without a message and pass for 404", source: "0.6", test: underFault },
  { trap: "pages that cannot be parsed pass for absent or empty ones", source: "0.7", test: underFault },
  {
    trap: "subtitle, screenshots and stars are on the web page alone",
    source: "0.8",
    test: "ios-records.test.ts > returns the texts and pictures of the language asked for",
  },
  {
    trap: "the web page changes its structure",
    source: "0.8",
    test: "app-page.test.ts > loses only the part that has changed",
  },
  { trap: "versionHistory() is not published and privacy() is broken", source: "0.9", test: unused },
  {
    trap: "a healthy page lists less than is asked for",
    source: "0.10",
    test: "charts.test.ts > returns as many as the store gives, up to two hundred",
  },
  {
    trap: "each method names an Android developer by another id",
    source: "1.3.1",
    test: "developers.test.ts > finds a developer whose apps can then be listed by the id that it returns",
  },
  {
    trap: "a developer's id is encoded twice, or decoded twice",
    source: "1.3.2",
    test: "developers.test.ts > asks for the page of the name in $id, decoded once",
  },
  {
    trap: "reserved characters in a developer's name break its id",
    source: "1.3.3",
    test: "crafted-pages.test.ts > encodes what is reserved in a publisher's name",
  },
  {
    trap: "the form of a developer's id decides how the page is read",
    source: "1.3.4",
    test: "developers.test.ts > reads a page in the other of its two forms",
  },
  {
    trap: "an account's page shows ten apps alone",
    source: "1.3.5",
    test: "developers.test.ts > returns beyond the ten apps that an account's page shows, by the account's number",
  },
  {
    trap: "what's new is HTML",
    source: "1.4",
    test: "crafted-pages.test.ts > shows what's new as text, with its line breaks",
  },
  {
    trap: "descriptions have Windows line breaks",
    source: "1.4",
    test: "android-records.test.ts > returns the texts and pictures of the locale asked for, without a subtitle or promotional text",
  },
  {
    trap: "the day of the release is written in the language asked for",
    source: "1.4",
    test: "android-records.test.ts > returns what the store knows of the app, the publisher by its canonical id",
  },
  {
    trap: "rows of an App Store chart lack a description",
    source: "1.4",
    test: "charts.test.ts > returns every category that the service knows",
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
    test: "crafted-pages.test.ts > cannot be read with %s",
  },
  {
    trap: "an app that can be pre-registered for passes for one that is not offered",
    source: "1.2",
    test: "android-records.test.ts > returns an app that the country may pre-register for",
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
    test: "describe-faults.ts > returns 504 for its own deadline alone",
  },
  { trap: "captcha and consent pages with status 200", source: "1.5.5", test: underFault },
  {
    trap: "an app that describes a captcha passes for one",
    source: "1.5.5",
    test: "crafted-pages.test.ts > is not taken for a captcha because an app describes one",
  },
  {
    trap: "an empty chart, and a chart of one, break the libraries",
    source: "1.5.6",
    test: "charts.test.ts > returns an empty list for an empty chart, and one entry for a chart of one",
  },
  {
    trap: "asked for one entry, Apple sends no list",
    source: "1.5.6",
    test: "charts.test.ts > returns no more than the %i asked for",
  },
  {
    trap: "a search page with the exact match alone reads as empty",
    source: "1.5.7",
    test: "android-records.test.ts > returns the only hit of a search that names it, which the page shows apart from its rows",
  },
  {
    trap: "got repeats a GET by itself",
    source: "1.5.8",
    test: "store-faults.test.ts > never repeats a request by itself",
  },
  {
    trap: "list() returns more than was asked for",
    source: "1.5.9",
    test: "charts.test.ts > returns no more than the %i asked for",
  },
  {
    trap: "given headers take the place of the storefront's",
    source: "1.6.1",
    test: "library-traps.test.ts > names the storefront of a search in the header that the library sets",
  },
  {
    trap: "given headers take the place of the content type",
    source: "1.6.1",
    test: "library-traps.test.ts > posts a form where the library does",
  },
  {
    trap: "requests go by the libraries' own user agent",
    source: "1.6.1",
    test: "library-traps.test.ts > goes by a browser's name on every request, and by the libraries' on none",
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
    test: "library-traps.test.ts > uses no proxy that the environment of the process names",
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
  { trap: "charts are asked for by plain HTTP", source: "1.1", test: "charts.test.ts > asks Apple by https alone" },
  {
    trap: "a developer's apps end at fifty",
    source: "1.1",
    test: "library-traps.test.ts > asks for a developer's apps with Apple's largest limit",
  },
  {
    trap: "lookup takes languages in a form of its own, and rejects others",
    source: "3",
    test: "listing-languages.test.ts > is one that Apple takes, and that of the listing, in every storefront of the service",
  },
  {
    trap: "lookup without a language shows a storefront's first one, which is often not the country's",
    source: "3",
    test: "listing-languages.test.ts > fails the listing of %s, which the storefront would show in another language",
  },
  {
    trap: "one jar of cookies serves all calls of the process",
    source: "1.2",
    test: "crafted-pages.test.ts > sends no cookie of an earlier call, nor follows a mark that the store has set",
  },
  { trap: "a page's script is run", source: "1.2", test: "library-traps.test.ts > runs no script of a page" },
  {
    trap: "prices of a thousand on following pages lose all but their first digits",
    source: "1.2",
    test: "developers.test.ts > reads prices of a thousand and more on following pages as they are",
  },
  {
    trap: "a following page that fails passes for the end of the list",
    source: "1.2",
    test: "developers.test.ts > returns no part of the list when a following page cannot be read",
  },
  {
    trap: "a list never ends",
    source: "1.2",
    test: "developers.test.ts > gives up on a list that does not end",
  },
];
