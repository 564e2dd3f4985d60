import type { Probe } from "./probe.ts";
import {
  byBothAgents,
  chartPageProbe,
  chartProbe,
  firstLanguageProbe,
  languageProbe,
  listPath,
  listProbe,
  lookupProbe,
  rejectedLanguageProbe,
} from "./probe-kinds.ts";
import {
  cacheOf,
  isFromCache,
  kindsOf,
  readApp,
  readChart,
  readRatings,
  readTexts,
  rowsGot,
  rowsOf,
  sizeOf,
} from "./read-replies.ts";

const NO_APP = "1";
/** Xcode, for the Mac alone. */
const MAC_APP = "497799835";
/** Microsoft's apps for offices, sold together. */
const APP_BUNDLE = "1805022391";

/** Apple's number of the United States. */
const UNITED_STATES = "143441";

/** The requests of `npm run probe:stores`, in this order. docs/adr/0005 and docs/simulator.md name what they verify. */
export const storeProbes: readonly Probe[] = [
  ...byBothAgents({
    name: "chart",
    host: "itunes.apple.com",
    isRequired: true,
    expects: "200, its apps",
    path: () => "/us/rss/topfreeapplications/limit=100/json",
    read: readChart,
  }),
  chartProbe("chart of paid apps", "toppaidapplications"),
  chartProbe("chart by revenue", "topgrossingapplications"),
  ...byBothAgents({
    name: "lookup of an app",
    host: "itunes.apple.com",
    isRequired: true,
    expects: "200, the app",
    path: ({ ids: [first] }) => first && `/lookup?id=${first}&country=us&entity=software`,
    read: readApp,
  }),
  ...byBothAgents({
    name: "page of an app",
    host: "apps.apple.com",
    isRequired: true,
    expects: "200, with data for its scripts",
    path: ({ app }) => app?.pagePath,
    read: ({ body }) => ({ holds: body.includes('id="serialized-server-data"'), got: sizeOf(body) }),
  }),
  ...byBothAgents({
    name: "search",
    host: "search.itunes.apple.com",
    isRequired: true,
    expects: "200, its hits",
    headers: { "x-apple-store-front": `${UNITED_STATES},24 t:native`, "accept-language": "en-us" },
    path: () => "/WebObjects/MZStore.woa/wa/search?clientApplication=Software&media=software&term=notes",
    read: ({ body }) => ({ holds: /"results":\s*\[\s*\{/.test(body), got: sizeOf(body) }),
  }),
  ...byBothAgents({
    name: "ratings of an app",
    host: "itunes.apple.com",
    isRequired: false,
    expects: "200, JSON with the count of lookup",
    headers: { "x-apple-store-front": `${UNITED_STATES}-1,29` },
    path: ({ app }) => app && `/us/customer-reviews/id${app.id}?displayable-kind=11`,
    read: readRatings,
  }),
  ...byBothAgents({
    name: "page of Google Play",
    host: "play.google.com",
    isRequired: true,
    expects: "200, with data for its scripts",
    path: ({ packageName }) => `/store/apps/details?id=${packageName}&hl=en&gl=us`,
    read: ({ body }) => ({ holds: body.includes("key: 'ds:5'"), got: sizeOf(body) }),
  }),

  chartPageProbe("page of all charts", { country: "us", genre: "36", charts: 4 }),
  chartPageProbe("page of a genre's charts", { country: "de", genre: "6007", charts: 2 }),

  listProbe("50 ids", { ids: 50 }),
  lookupProbe("the same 50 ids again", {
    expects: "200, from a cache",
    path: ({ ids }) => listPath(ids, 50),
    read: (reply) => ({ holds: isFromCache(reply), got: cacheOf(reply) }),
  }),
  lookupProbe("the same 50 ids in another order", {
    expects: "200, not from a cache",
    path: ({ ids }) => listPath(ids.slice(0, 50).toReversed(), 50),
    read: (reply) => ({ holds: !isFromCache(reply), got: cacheOf(reply) }),
  }),
  listProbe("150 ids", { ids: 150, isRequired: true }),
  listProbe("150 ids with entity", { ids: 150, more: "&entity=software" }),
  listProbe("180 ids", { ids: 180 }),
  listProbe("200 ids", { ids: 200 }),
  lookupProbe("201 ids", {
    status: 502,
    expects: "502",
    path: ({ ids }) => listPath(ids, 201),
    read: (reply) => ({ holds: true, got: rowsGot(reply) }),
  }),

  lookupProbe("an id without an app", {
    isRequired: true,
    expects: "200, no row",
    path: () => `/lookup?id=${NO_APP}&country=us&entity=software`,
    read: (reply) => ({ holds: rowsOf(reply)?.length === 0, got: rowsGot(reply) }),
  }),
  lookupProbe("an app and an id without one", {
    isRequired: true,
    expects: "200, one row",
    path: ({ app }) => app && `/lookup?id=${app.id},${NO_APP}&country=us`,
    read: (reply) => ({ holds: rowsOf(reply)?.length === 1, got: rowsGot(reply) }),
  }),
  lookupProbe("a publisher", {
    expects: "200, a row of its own",
    path: ({ app }) => app && `/lookup?id=${app.publisherId}&country=us`,
    read: (reply) => ({ holds: kindsOf(reply) === "artist", got: kindsOf(reply) }),
  }),
  lookupProbe("a publisher with entity", {
    isRequired: true,
    expects: "200, its row and its apps",
    path: ({ app }) => app && `/lookup?id=${app.publisherId}&country=us&entity=software&limit=5`,
    read: (reply) => ({ holds: kindsOf(reply).startsWith("artist, software"), got: kindsOf(reply) }),
  }),
  lookupProbe("an app for the Mac", {
    expects: "200, mac-software",
    path: () => `/lookup?id=${MAC_APP}&country=us`,
    read: (reply) => ({ holds: kindsOf(reply).includes("mac-software"), got: kindsOf(reply) }),
  }),
  lookupProbe("a bundle of apps", {
    expects: "200, a row that is no app",
    path: () => `/lookup?id=${APP_BUNDLE}&country=us`,
    read: (reply) => ({ holds: !/software|no row/.test(kindsOf(reply)), got: kindsOf(reply) }),
  }),

  firstLanguageProbe("gb"),
  firstLanguageProbe("de"),
  languageProbe("de", "de_de"),
  firstLanguageProbe("ca"),
  languageProbe("ca", "fr_ca"),
  lookupProbe("sk without a language", {
    expects: "200, the texts of gb",
    path: ({ ids }) => listPath(ids, 20, "sk"),
    read: (reply, known) => readTexts(reply, known, { country: "sk", same: "gb" }),
  }),
  languageProbe("sk", "sk_sk"),
  languageProbe("tw", "zh_tw"),
  languageProbe("il", "he_il"),
  languageProbe("no", "no_no"),
  rejectedLanguageProbe("de", "de-DE"),
  rejectedLanguageProbe("tw", "zh-Hant"),
  rejectedLanguageProbe("us", "xx_xx", { isRequired: true }),
];
