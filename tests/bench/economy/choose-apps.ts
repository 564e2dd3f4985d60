import type { Catalogue } from "../../../infra/store-simulator/catalogue/catalogue.ts";
import type { CatalogueApp } from "../../../infra/store-simulator/catalogue/records.ts";
import { listingLanguages } from "../../../lib/domain/country.ts";
import type { Platform } from "../../../lib/domain/platform.ts";

type Choice = {
  readonly catalogue: Catalogue;
  readonly platform: Platform;
  readonly count: number;
  /** The day before the first one: what is stored is of this day. */
  readonly filledOn: number;
  readonly days: number;
  /** Share of the apps that has a new version on a day. */
  readonly changed: number;
};

/** The days of a bench, from 1, on which an app has a new version. */
type Releases = readonly number[];

/**
 * Returns apps that are sold on all days and of which as many have a new version each day. Title, description, release
 * notes and icon change with versions alone, as they do on the App Store; other fields as the catalogue has it. On Google
 * Play storefronts do not change, since a rotation sees such a change up to 30 days late.
 */
export function chooseApps(choice: Choice): readonly CatalogueApp[] {
  const { catalogue, platform, count, days, changed } = choice;
  const releasesUpTo = (day: number) => Math.round(changed * count * day);
  const ofDay = (day: number) => releasesUpTo(day) - releasesUpTo(day - 1);
  // Under 0 are the apps without a release.
  const wanted = new Map(Array.from({ length: days }, (_, index) => [index + 1, ofDay(index + 1)]));
  wanted.set(0, count - releasesUpTo(days));

  const chosen: CatalogueApp[] = [];
  for (const app of catalogue.apps(platform)) {
    const [day = 0, ...more] = releasesOf(choice, app);
    const left = wanted.get(day) ?? 0;
    if (left === 0 || more.length > 0 || !isCalm(choice, app, day)) continue;
    wanted.set(day, left - 1);
    chosen.push(app);
  }
  if (chosen.length < count) throw new Error(`The ${platform} catalogue has ${chosen.length} of ${count} such apps.`);
  return chosen;
}

export type SoldShares = Readonly<Record<Platform, number>>;

/** Returns the share of the store's languages that show an app on the day, the mean of these apps. */
export function soldShareOf(
  apps: readonly CatalogueApp[],
  { catalogue, platform, filledOn }: Pick<Choice, "catalogue" | "platform" | "filledOn">,
): number {
  const languages = listingLanguages(catalogue.countries, platform);
  const shares = apps.map((app) => {
    const sold = new Set(app.on(filledOn).availableCountries());
    return languages.filter(({ storefronts }) => storefronts.some((code) => sold.has(code))).length / languages.length;
  });
  return shares.reduce((sum, share) => sum + share, 0) / apps.length;
}

function releasesOf({ filledOn, days }: Choice, app: CatalogueApp): Releases {
  const versionOn = (day: number) => app.on(filledOn + day).versionReleasedAt;
  return Array.from({ length: days }, (_, index) => index + 1).filter((day) => versionOn(day) !== versionOn(day - 1));
}

const textFields: readonly string[] = [
  "title",
  "description",
  "whats_new",
  "icon_url",
  "locale_added",
  "locale_removed",
];

/** Whether the app is sold on all days, and changes no texts but on the day of its release; 0 for none. */
function isCalm(choice: Choice, app: CatalogueApp, releasedOn: number): boolean {
  const { filledOn, days } = choice;
  const on = (day: number) => app.on(filledOn + day);
  const all = Array.from({ length: days + 1 }, (_, day) => day);
  const isSold = (day: number) =>
    on(day).isInStore && !on(day).isPreRegistration && on(day).availableCountries().length > 0;
  // A version that the store does not show ("Varies with device") makes no page due.
  if (!all.every(isSold) || (releasedOn > 0 && on(releasedOn).version === null)) return false;
  return all.slice(1).every((day) => isCalmOn(choice, app, { day, hasRelease: day === releasedOn }));
}

function isCalmOn(
  { catalogue, platform, filledOn }: Choice,
  { externalId }: CatalogueApp,
  { day, hasRelease }: { readonly day: number; readonly hasRelease: boolean },
): boolean {
  const span = { fromDay: filledOn + day - 1, toDay: filledOn + day };
  const { availability, listings } = catalogue.changes({ platform, externalId, ...span });
  if (platform === "android" && availability.length > 0) return false;
  return hasRelease || !listings.some(({ field }) => textFields.includes(field));
}
