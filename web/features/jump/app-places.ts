import { appPath, type Platform } from "../../format/app-path.ts";
import { countryName } from "../../format/locale-names.ts";
import { formatQuantity } from "../../format/numbers.ts";
import { formatDay } from "../../format/times.ts";

export type JumpApp = {
  readonly platform: Platform;
  readonly external_id: string;
  readonly name: string;
  /** Ids of the app's competitors, of which keywords are compared with its own. */
  readonly rivals: readonly string[];
};

/** A place of an app shows these countries and days. */
export type JumpScope = {
  readonly countries: readonly string[];
  /** The language that stores show first in the first of `countries`. */
  readonly language: string | undefined;
  readonly day: string | undefined;
  readonly days: number | undefined;
};

type AppPlace = {
  readonly name: string;
  /** Words that choose it. */
  readonly words: readonly string[];
  readonly tab: string;
  /** The part of the scope that it follows, and its own keys of the address. */
  readonly search: (scope: JumpScope, app: JumpApp) => Readonly<Record<string, string | undefined>>;
  readonly isOffered?: (app: JumpApp) => boolean;
};

/** The keyword screen compares at most this many apps. */
const COMPARED_MAX = 5;

const daysOf = ({ day, days }: JumpScope) =>
  day === undefined ? { days: days === undefined ? undefined : String(days) } : { from: day, to: day };

/** The menu offers them in this order. */
const places: readonly AppPlace[] = [
  {
    ...{ name: "Overview", words: ["overview", "app"], tab: "" },
    search: (scope) => ({ country: scope.countries[0], ...(scope.day === undefined ? daysOf(scope) : {}) }),
  },
  {
    ...{ name: "Listing", words: ["listing", "texts", "screenshots"], tab: "/listing" },
    search: ({ countries, day }) => ({ country: countries[0], at: day }),
  },
  {
    ...{ name: "Changes", words: ["changes", "events", "history"], tab: "/changes" },
    search: (scope) => ({ country: scope.countries[0], locale: scope.language, ...daysOf(scope) }),
  },
  {
    ...{ name: "Ratings", words: ["ratings", "stars", "installs"], tab: "/ratings" },
    // On Google Play, ratings are the same in all countries.
    search: (scope, { platform }) => ({
      countries: platform === "ios" ? scope.countries.join(",") || undefined : undefined,
      ...daysOf({ ...scope, day: undefined }),
    }),
  },
  {
    ...{ name: "Rankings", words: ["rankings", "ranks", "charts"], tab: "/rankings" },
    search: (scope) => daysOf({ ...scope, day: undefined }),
  },
  {
    ...{ name: "Prices and availability", words: ["prices", "availability", "storefronts"], tab: "/storefronts" },
    search: ({ countries }) => ({ country: countries[0] }),
  },
  {
    ...{ name: "Keywords", words: ["keywords"], tab: "/keywords" },
    search: ({ language }) => ({ locale: language }),
  },
  {
    ...{
      name: "Keywords in titles of competitors",
      words: ["keywords", "rivals", "competitors", "titles"],
      tab: "/keywords",
    },
    search: ({ language }, { rivals }) => ({
      ...{ locale: language, texts: "title", only: "missing" },
      compare: rivals.slice(0, COMPARED_MAX).join(","),
    }),
    isOffered: ({ rivals }) => rivals.length > 0,
  },
  {
    ...{ name: "Tracked keywords", words: ["keywords", "tracked"], tab: "/keywords" },
    search: (scope) => ({ view: "tracked", country: scope.countries[0], ...daysOf({ ...scope, day: undefined }) }),
  },
  {
    ...{ name: "Competitors", words: ["competitors", "rivals", "similar"], tab: "/competitors" },
    search: () => ({}),
  },
];

export type FoundPlace = { readonly name: string; readonly href: string };

const WORD_MIN = 3;

/** Returns whether the word chooses some place. */
export function isPlaceWord(word: string): boolean {
  return places.some(({ words }) => words.some((own) => isStart(own, word)));
}

function isStart(own: string, word: string): boolean {
  return own === word || (word.length >= WORD_MIN && own.startsWith(word));
}

/** Returns the places of an app that all words choose. A day leads to the listing first, other scopes to changes. */
export function placesOf(app: JumpApp, words: readonly string[], scope: JumpScope): readonly FoundPlace[] {
  const chosen = places.filter(
    ({ words: own, isOffered }) =>
      (isOffered?.(app) ?? true) && words.every((word) => own.some((one) => isStart(one, word))),
  );
  const first = firstFor(scope);
  return chosen
    .toSorted((a, b) => Number(b.name === first) - Number(a.name === first))
    .map((place) => ({ name: `${place.name}${describe(place, scope, app)}`, href: hrefOf(place, scope, app) }));
}

function firstFor({ day, days, countries }: JumpScope): string | undefined {
  if (day !== undefined) return "Listing";
  return days !== undefined || countries.length > 0 ? "Changes" : undefined;
}

function searchOf(place: AppPlace, scope: JumpScope, app: JumpApp): readonly (readonly [string, string])[] {
  return Object.entries(place.search(scope, app)).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value]],
  );
}

function hrefOf(place: AppPlace, scope: JumpScope, app: JumpApp): string {
  const search = new URLSearchParams(searchOf(place, scope, app).map(([key, value]) => [key, value])).toString();
  return `${appPath(app.platform, app.external_id)}${place.tab}${search && `?${search}`}`;
}

/** Names only the part of the scope that the place shows. */
function describe(place: AppPlace, scope: JumpScope, app: JumpApp): string {
  const keys = new Set(searchOf(place, scope, app).map(([key]) => key));
  const where = keys.has("countries") ? scope.countries : keys.has("country") ? scope.countries.slice(0, 1) : [];
  const isOfDay = scope.day !== undefined && (keys.has("at") || keys.has("from"));
  return [
    isOfDay ? ` on ${formatDay(scope.day ?? "")}` : "",
    where.length > 0 ? ` in ${where.map(countryName).join(", ")}` : "",
    keys.has("days") && scope.days !== undefined ? `, last ${formatQuantity(scope.days, "day")}` : "",
  ].join("");
}
