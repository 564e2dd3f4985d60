import type { Data } from "../../client/operation-types.ts";
import { storeNames } from "../../format/app-path.ts";
import { countryName } from "../../format/locale-names.ts";
import { firstLanguage } from "../scope/use-language-of.ts";
import { isPlaceWord, type JumpApp, placesOf } from "./app-places.ts";
import { type JumpWords, readWords, wordsOf } from "./jump-words.ts";
import { screenPlaces } from "./screen-places.ts";

type JumpCountry = Pick<Data<"listCountries">[number], "code" | "name" | "ios_languages" | "android_languages">;

export type JumpWorld = {
  readonly apps: readonly JumpApp[];
  readonly countries: readonly JumpCountry[];
  readonly views: readonly { readonly name: string; readonly href: string }[];
  readonly today: string;
};

export type Destination = {
  readonly id: string;
  readonly name: string;
  /** The place is a part of this, such as an app. */
  readonly of: string;
  /** A path below the dashboard. */
  readonly href: string;
};

/** The address is complete: the scope of the present screen is not added. */
export const SAVED_VIEW = "Saved view";

const SHOWN_MAX = 24;
const PREFIX_MIN = 2;

/** Returns where a typed text leads, the best first. Without a text: saved views and all screens. */
export function findPlaces(text: string, world: JumpWorld): readonly Destination[] {
  const words = wordsOf(text);
  const ofApps = words.length === 0 ? [] : appDestinations(words, world);
  const views = world.views
    .filter(({ name }) => words.every((word) => wordsOf(name).some((own) => own.startsWith(word))))
    .map(({ name, href }) => ({ name, of: SAVED_VIEW, href }));
  const screens = screenDestinations(words, world);
  const found = [...(words.length === 0 ? [...views, ...screens] : [...screens, ...views, ...ofApps])];
  return found.slice(0, SHOWN_MAX).map((place) => ({ ...place, id: `${place.href} ${place.of}` }));
}

type Place = Omit<Destination, "id">;

function screenDestinations(words: readonly string[], { countries, today }: JumpWorld): readonly Place[] {
  const { countries: codes, rest, day, days } = readWords(words, countries, today);
  const [country] = codes;
  if (day !== undefined || days !== undefined || codes.length > 1) return [];
  return screenPlaces
    .filter(({ name, isOfCountry }) => {
      const own = wordsOf(name);
      return (country === undefined || isOfCountry) && rest.every((word) => own.some((one) => one.startsWith(word)));
    })
    .map(({ name, href }) => ({
      name: country === undefined ? name : `${name} in ${countryName(country)}`,
      of: "Screen",
      href: country === undefined ? href : `${href}?country=${country}`,
    }));
}

type FoundApp = { readonly app: JumpApp; readonly said: JumpWords; readonly named: number };

function appDestinations(words: readonly string[], world: JumpWorld): readonly Place[] {
  const found = world.apps
    .flatMap((app) => matchApp(app, words, world))
    .toSorted((a, b) => b.named - a.named || a.app.name.length - b.app.name.length);
  const lists = found.map(({ app, said }) => {
    const [country = ""] = said.countries;
    const language = firstLanguage(world.countries, country, app.platform);
    const scope = { countries: said.countries, language, day: said.day, days: said.days };
    const of = `${app.name} (${storeNames[app.platform]})`;
    return placesOf(app, said.rest, scope).map(({ name, href }) => ({ name, of, href }));
  });
  // The best place of each app comes before the other places of the best app.
  return [...lists.flatMap((list) => list.slice(0, 1)), ...lists.flatMap((list) => list.slice(1))];
}

/** An app matches if its name has some of the words, and the others are places, days and countries. */
function matchApp(app: JumpApp, words: readonly string[], { countries, today }: JumpWorld): readonly FoundApp[] {
  const own = wordsOf(app.name);
  const isOwn = (word: string) => own.includes(word);
  const said = readWords(
    words.filter((word) => !isOwn(word)),
    countries,
    today,
  );
  const started = said.rest.filter((word) => word.length >= PREFIX_MIN && own.some((one) => one.startsWith(word)));
  const rest = said.rest.filter((word) => !started.includes(word));
  const exact = words.filter(isOwn).length;
  if (exact + started.length === 0 || !rest.every(isPlaceWord)) return [];
  return [{ app, said: { ...said, rest }, named: 2 * exact + started.length }];
}
