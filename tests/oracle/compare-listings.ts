import { nonEmpty } from "../support/non-empty.ts";
import type { AppMemory, ListingFields } from "./app-memory.ts";
import { OWN_STOREFRONT } from "./compare-availability.ts";
import { type Comparing, cents } from "./comparing.ts";
import { compare } from "./findings.ts";
import type { AppReading, Listing, Reader } from "./read-api.ts";
import { isAppBlocked, mayFail } from "./scenario.ts";
import type { OracleApp } from "./shown-days.ts";
import { picture, type ShownListing } from "./store-parser.ts";

/** A language of a store, and the storefronts that show it. */
type Language = { readonly locale: string; readonly storefronts: readonly string[] };
export type Languages = readonly Language[];

/** A listing as the service shows it, for a storefront of its language. */
type Read = {
  readonly app: OracleApp;
  readonly listing: Listing;
  readonly country: string;
  readonly storefronts: readonly string[];
  /** Whether the storefront was read, or has the app again, since the last sync, so that the next one reads its pages. */
  readonly awaitsSync: boolean;
};

/** Compares the listing of each language with what the store showed on the days that its response names. */
export async function compareListings(
  comparing: Comparing,
  { reader, languages }: { readonly reader: Reader; readonly languages: Languages },
  reading: AppReading,
  memory: AppMemory,
): Promise<void> {
  const { app, detail } = reading;
  const listed = new Set(detail.listings.map(({ locale }) => locale));
  const isFirst = memory.listings.size === 0;
  noteGone(comparing, reading, memory);
  for (const language of languages) {
    const { locale, storefronts } = language;
    const isListed = listed.has(locale);
    const isKept = isToBeKept(comparing, reading, language, memory);
    compareLanguage(comparing, { reading, language, isListed, isKept });
    const country = storefrontOf(reading, language);
    if (country === undefined) {
      await compareRejection(comparing, reader, app, language);
      if (!isKept) noteRemoval(comparing, memory, locale);
      continue;
    }
    const listing = isListed ? await reader.readListing(app, { country, locale }) : undefined;
    compare(comparing.findings, {
      ...aboutOf(comparing, app, locale),
      kind: "listing",
      stored: listing !== undefined,
      expected: isListed,
    });
    if (listing === undefined) continue;
    const awaitsSync = isBackSinceSync(reading, country) || isReadSinceSync(comparing, reading, listing);
    const fields = await compareListing(comparing, { app, listing, country, storefronts, awaitsSync });
    noteChanges(comparing, memory, { locale, fields, isFirst });
  }
  await compareRejections(comparing, reader, reading);
  await compareVersion(comparing, reading);
  await compareNotes(comparing, reading);
}

function aboutOf({ today }: Comparing, app: OracleApp, place: string) {
  return { day: today, app, place };
}

function sellersOf({ availability }: AppReading, { storefronts }: Language): readonly string[] {
  const sellers = availability.filter((row) => row.is_available === true).map((row) => row.country_code);
  return storefronts.filter((code) => sellers.includes(code));
}

/** Returns a storefront in which the service shows a language; undefined where all are without the app. */
function storefrontOf(reading: AppReading, language: Language): string | undefined {
  const absent = reading.availability.filter((row) => row.is_available === false).map((row) => row.country_code);
  return sellersOf(reading, language)[0] ?? language.storefronts.find((code) => !absent.includes(code));
}

function noteGone({ today }: Comparing, { availability }: AppReading, { goneDays }: AppMemory): void {
  if (availability.every((row) => row.is_available === false)) goneDays.push(today);
}

/**
 * Whether a listed language without a storefront that has the app is to be kept: because no storefront has the app, or
 * because the app has come back elsewhere and a storefront of the language has not been read since.
 */
function isToBeKept(
  { today, dayOf }: Comparing,
  { app, availability }: AppReading,
  { locale, storefronts }: Language,
  { goneDays, listings }: AppMemory,
): boolean {
  const goneDay = goneDays.at(-1);
  if (goneDay === undefined || listings.get(locale) === undefined) return false;
  if (goneDay === today) return true;
  const rows = availability.filter((row) => storefronts.includes(row.country_code));
  if (rows.some((row) => row.is_available !== false)) return false;
  const isAfter = (time: string | null) => time !== null && dayOf(time) > goneDay;
  // A storefront that lost the app later has shown it in between.
  if (rows.some(({ since }) => isAfter(since))) return false;
  // The App Store's storefronts are read every day, and a second look at an absence keeps its time.
  const isReadToday = (code: string) => app.platform === "ios" && !isAppBlocked(today, app, code);
  return !rows.every((row) => isAfter(row.as_of) || isReadToday(row.country_code));
}

/** Whether the storefront has got the app back since the last sync began. Both times are part of the responses. */
function isBackSinceSync({ availability, sync }: AppReading, country: string): boolean {
  const since = availability.find((row) => row.country_code === country)?.since ?? null;
  return since !== null && sync.started_at !== null && Date.parse(since) > Date.parse(sync.started_at);
}

/**
 * Whether the sweep has read the texts after the day's sync, which leaves a storefront to the next sweep whose batch has
 * failed. A later attempt may read it on the same day; its page, whose date the response names, is the next sync's.
 */
function isReadSinceSync({ today }: Comparing, { app, sync }: AppReading, listing: Listing): boolean {
  const mayHaveFailed = app.platform === "ios" && mayFail(today, listing.read_in_country_code, "lookup");
  return mayHaveFailed && sync.completed_at !== null && Date.parse(listing.texts_as_of) > Date.parse(sync.completed_at);
}

/** A language is listed while one of its storefronts sells the app, and while it is to be kept. */
function compareLanguage(
  comparing: Comparing,
  {
    reading,
    language,
    isListed,
    isKept,
  }: {
    readonly reading: AppReading;
    readonly language: Language;
    readonly isListed: boolean;
    readonly isKept: boolean;
  },
): void {
  const { app } = reading;
  const sellers = sellersOf(reading, language);
  const expected = sellers.length > 0 || isKept;
  const isToBeRead = sellers.length > 0 && !isListed;
  // A sync writes the first revision of a language, and the rows of its storefronts name the time of their return.
  if (isToBeRead && sellers.every((code) => isBackSinceSync(reading, code))) return;
  const about = aboutOf(comparing, app, language.locale);
  compare(comparing.findings, { ...about, kind: "language listed", stored: isListed, expected });
}

/** The number of storefronts without an app, per app and day, whose rejections are compared. */
const REJECTIONS = 12;

/** A storefront that does not have the app shows no listing. */
async function compareRejections(comparing: Comparing, reader: Reader, reading: AppReading): Promise<void> {
  const absent = reading.availability.filter((row) => row.is_available === false).slice(0, REJECTIONS);
  for (const { country_code: country } of absent) {
    const listing = await reader.readListing(reading.app, { country });
    const about = aboutOf(comparing, reading.app, country);
    compare(comparing.findings, {
      ...about,
      kind: "listing of an absent app",
      stored: listing ?? null,
      expected: null,
    });
  }
}

async function compareRejection(
  comparing: Comparing,
  reader: Reader,
  app: OracleApp,
  { locale, storefronts }: Language,
): Promise<void> {
  const listing = await reader.readListing(app, { country: storefronts[0] ?? "us", locale });
  const about = aboutOf(comparing, app, locale);
  compare(comparing.findings, { ...about, kind: "listing not rejected", stored: listing ?? null, expected: null });
}

const textFields = ["title", "short_description", "description", "whats_new", "icon_url"] as const;
const pageFields = ["subtitle", "promotional_text", "screenshots", "video_url"] as const;

/** Returns the fields as the store showed them on the days of the response. */
async function compareListing(comparing: Comparing, read: Read): Promise<ListingFields> {
  const { findings, shown, dayOf } = comparing;
  const { app, listing } = read;
  const about = aboutOf(comparing, app, `${listing.locale} in ${listing.read_in_country_code}`);
  const textsDay = dayOf(listing.texts_as_of);
  const pageDay = dayOf(listing.page_as_of ?? listing.texts_as_of);
  const texts = await shown.listing(textsDay, app, { locale: listing.locale, country: listing.read_in_country_code });
  const page = await shownAnywhere(comparing, read, pageDay);
  if (texts === undefined) {
    const expected = `not shown there on day ${textsDay}`;
    compare(findings, { ...about, kind: "texts dated to a day without them", stored: textsDay, expected });
  }
  if (listing.page_as_of === null || page === undefined) {
    const expected = "a day on which it was shown";
    compare(findings, { ...about, kind: "page dated to a day without it", stored: listing.page_as_of, expected });
  }
  const stored = fieldsOf(listing, picturesOf(listing));
  const fields = {
    ...stored,
    ...compareFields(comparing, read, { names: textFields, stored, shown: texts, day: textsDay }),
    ...compareFields(comparing, read, { names: pageFields, stored, shown: page, day: pageDay }),
  };
  await comparePrice(comparing, read);
  await compareDays(comparing, read, page);
  return fields;
}

function picturesOf({ screenshots }: Listing): readonly string[] {
  return screenshots.map(({ url, device_type }) => picture(device_type, url));
}

/** Returns these fields as the store showed them; an empty record where it did not show them. */
function compareFields(
  comparing: Comparing,
  { app, listing }: Read,
  {
    names,
    stored,
    shown,
    day,
  }: {
    readonly names: readonly string[];
    readonly stored: ListingFields;
    readonly shown: ShownListing | undefined;
    readonly day: number;
  },
): ListingFields {
  if (shown === undefined) return {};
  const expected = fieldsOf(shown, shown.screenshots);
  for (const name of names) {
    const place = `${name} ${listing.locale} in ${listing.read_in_country_code} on day ${day}`;
    const values = { stored: stored[name], expected: expected[name] };
    compare(comparing.findings, { ...aboutOf(comparing, app, place), kind: "listing field", ...values });
  }
  return Object.fromEntries(names.map((name) => [name, expected[name] ?? null]));
}

async function comparePrice(comparing: Comparing, { app, listing, country }: Read): Promise<void> {
  const { findings, shown, dayOf } = comparing;
  const { price_country_code: priced, metrics_as_of: readAt, price, currency } = listing;
  if (priced === null || readAt === null) {
    const about = aboutOf(comparing, app, `${listing.locale} in ${country}`);
    compare(findings, {
      ...about,
      kind: "price of a listing without a storefront",
      stored: [priced, readAt],
      expected: "both",
    });
    return;
  }
  const day = dayOf(readAt);
  const offer = await shown.offer(day, app, priced);
  const about = aboutOf(comparing, app, `${priced} on day ${day}`);
  const stored = [price, price === null ? null : currency];
  if (offer === undefined) {
    const expected = `a day before ${day}`;
    compare(findings, { ...about, kind: "price of a listing dated to a day without it", stored, expected });
  } else {
    const expected = [cents(offer.price), offer.price === null ? null : offer.currency];
    compare(findings, { ...about, kind: "price of a listing", stored, expected });
  }
  if (app.platform === "ios") {
    compare(findings, { ...about, kind: "price of another storefront", stored: priced, expected: country });
  }
}

/** Checks the dates of what each day reads: daily texts, and pages of a new version. */
async function compareDays(comparing: Comparing, read: Read, page: ShownListing | undefined): Promise<void> {
  const { findings, today, dayOf } = comparing;
  const { app, listing } = read;
  const about = aboutOf(comparing, app, `${listing.locale} in ${listing.read_in_country_code}`);
  const isDaily = app.platform === "ios" || listing.read_in_country_code === listing.price_country_code;
  if (isDaily && !isAppBlocked(today, app, listing.read_in_country_code)) {
    compare(findings, { ...about, kind: "texts not read", stored: dayOf(listing.texts_as_of), expected: today });
  }
  const now = await shownAnywhere(comparing, read, today);
  if (now === undefined || page === undefined || page.version === now.version || listing.page_as_of === null) return;
  if (read.awaitsSync || isAppBlocked(today, app, listing.read_in_country_code)) return;
  if (app.platform === "android" && !isDaily && hasMissedDays(comparing)) return;
  const stored = dayOf(listing.page_as_of);
  compare(findings, { ...about, kind: "page of a new version not read", stored, expected: today });
}

/**
 * Whether apps of Google Play are late because the service has not run for two days. Its runs then read few changed pages
 * of other storefronts, and the others on the next day.
 */
function hasMissedDays({ runDays, today }: Comparing): boolean {
  const before = runDays.findLast((day) => day < today);
  return before !== undefined && today - before >= 2;
}

async function shownAnywhere(
  { shown }: Comparing,
  { app, listing: { locale }, storefronts }: Read,
  day: number,
): Promise<ShownListing | undefined> {
  for (const country of storefronts) {
    const found = await shown.listing(day, app, { locale, country });
    if (found !== undefined) return found;
  }
  return undefined;
}

function fieldsOf(listing: Omit<Listing, "screenshots"> | ShownListing, screenshots: readonly string[]): ListingFields {
  const { title, short_description, description, whats_new, icon_url, subtitle, promotional_text, video_url } = listing;
  const pictures = screenshots.length === 0 ? null : screenshots.join(" ");
  const texts = { title, subtitle, short_description, promotional_text, description, whats_new };
  return { ...texts, icon_url, video_url, screenshots: pictures };
}

function noteChanges(
  { today }: Comparing,
  { listings, expect }: AppMemory,
  { locale, fields, isFirst }: { readonly locale: string; readonly fields: ListingFields; readonly isFirst: boolean },
): void {
  const before = listings.get(locale);
  listings.set(locale, fields);
  if (before === undefined) {
    if (!isFirst) expect({ day: today, field: "locale_added", place: locale, old: null, new: fields.title ?? null });
    return;
  }
  for (const [field, value] of nonEmpty(Object.entries(fields))) {
    const old = before[field] ?? null;
    if (old !== value) expect({ day: today, field, place: locale, old, new: value });
  }
}

function noteRemoval({ today }: Comparing, { listings, expect }: AppMemory, locale: string): void {
  const before = listings.get(locale);
  if (before === undefined) return;
  listings.set(locale, undefined);
  expect({ day: today, field: "locale_removed", place: locale, old: before.title ?? null, new: null });
}

/** Compares the app's version with the store's version of today, if a storefront was read today. */
async function compareVersion(comparing: Comparing, { app, detail, availability }: AppReading): Promise<void> {
  const { findings, shown, today, dayOf } = comparing;
  const isReadToday = ({ is_available, as_of }: AppReading["availability"][number]) =>
    is_available === true && as_of !== null && dayOf(as_of) === today;
  const seller = availability.find(isReadToday);
  if (seller === undefined) return;
  const version = (await shown.offer(today, app, seller.country_code))?.version;
  // Google Play shows no version of some apps.
  if (version == null) return;
  const about = { ...aboutOf(comparing, app, "detail"), kind: "version" };
  compare(findings, { ...about, stored: [detail.version, detail.versions[0]?.version], expected: [version, version] });
}

/** The notes of a version are those of the own storefront, once it has shown the version. */
async function compareNotes(
  { findings, shown, today, runDays }: Comparing,
  { app, detail }: AppReading,
): Promise<void> {
  const [current] = detail.versions;
  if (current === undefined) return;
  const place = { country: OWN_STOREFRONT, locale: "en-US" };
  const listings = await Promise.all(runDays.map((day) => shown.listing(day, app, place)));
  const notes = listings.map((listing) => (listing?.version === current.version ? listing.whats_new : undefined));
  if (notes.slice(0, -1).every((note) => note === undefined)) return;
  const about = { day: today, app, place: current.version, kind: "notes of a version" };
  compare(findings, { ...about, stored: notes.includes(current.whats_new) || current.whats_new, expected: true });
}
