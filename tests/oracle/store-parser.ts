import { parseChartPage } from "../scrapers/parse-chart-page.ts";

/**
 * Reads what the simulated stores show from their own responses. It shares no code with the service or its scrapers, so
 * it also finds what both would misread in the same way.
 */

export type ShownListing = {
  readonly title: string;
  readonly subtitle: string | null;
  readonly short_description: string | null;
  readonly promotional_text: string | null;
  readonly description: string;
  readonly whats_new: string | null;
  readonly icon_url: string | null;
  /** The device and the address of each picture, without the part of the address that names a size. */
  readonly screenshots: readonly string[];
  readonly video_url: string | null;
  readonly version: string | null;
};

export type ShownOffer = {
  /** The rating as the store sends it, with more decimals than the service stores. */
  readonly rating: number | null;
  readonly ratingCount: number;
  readonly price: number | null;
  readonly currency: string | null;
  readonly version: string | null;
};

/** Facts by key, those of a category or privacy label by ids. A fact that is not shown is absent. */
export type ShownFacts = Readonly<Record<string, unknown>>;

/** The counts for one star to five stars. */
export type ShownStars = readonly number[];

export type ShownChartEntry = {
  readonly externalId: string;
  readonly price: number | null;
  readonly currency: string | null;
};

/** Requests an address of a store: `host`, path and query. */
export type RequestStore = (request: {
  readonly host: string;
  readonly path: string;
  readonly body?: string;
}) => Promise<{ readonly status: number; readonly body: string }>;

type Place = { readonly externalId: string; readonly country: string };
type Chart = {
  readonly collection: "top_free" | "top_paid" | "top_grossing";
  readonly country: string;
  /** The store's id; null for all categories together. */
  readonly category: string | null;
};

/**
 * Apple's lookup codes of languages without a region; a language with a region has a code such as `de_de` for `de-DE`.
 */
const lookupCodes = new Map(
  (
    "ar ar_sa,ca ca_es,cs cs_cz,da da_dk,el el_gr,fi fi_fi,he he_il,hi hi_in,hr hr_hr,hu hu_hu,id id_id,it it_it," +
    "ja ja_jp,ko ko_kr,ms ms_my,nb no_no,pl pl_pl,ro ro_ro,ru ru_ru,sk sk_sk,sv sv_se,th th_th,tr tr_tr,uk uk_ua," +
    "vi vi_vi,zh-Hans zh_cn,zh-Hant zh_tw"
  )
    .split(",")
    .map((pair) => [pair.slice(0, pair.indexOf(" ")), pair.slice(pair.indexOf(" ") + 1)]),
);

/** Apple's language tags on pages, where they differ from the codes of the languages. */
const pageTags = new Map([
  ["nl-NL", "nl"],
  ["zh-Hans", "zh-hans-cn"],
  ["zh-Hant", "zh-hant-tw"],
]);

/** Returns the records of a lookup by app, without those that the storefront does not have. */
export async function lookUp(
  request: RequestStore,
  { country, ids, locale }: { readonly country: string; readonly ids: readonly string[]; readonly locale?: string },
): Promise<ReadonlyMap<string, ShownApp>> {
  const code = locale === undefined ? undefined : (lookupCodes.get(locale) ?? locale.replace("-", "_").toLowerCase());
  const language = code === undefined ? "" : `&lang=${code}`;
  const path = `/lookup?country=${country}&id=${ids.join(",")}${language}`;
  const { body } = await request({ host: "itunes.apple.com", path });
  const results = listAt(JSON.parse(body), "results");
  return new Map(results.map((row) => [String(numberAt(row, "trackId")), readLookupRow(row)]));
}

type ShownApp = { readonly offer: ShownOffer; readonly listing: ShownListing; readonly facts: ShownFacts };

function lookupFacts(row: unknown): ShownFacts {
  return {
    name: textAt(row, "trackName"),
    publisher: { id: String(numberAt(row, "artistId")), name: textAt(row, "artistName") },
    category: [String(numberAt(row, "primaryGenreId"))],
    categories: listAt(row, "genreIds").map(String).toSorted(),
    content_rating: { code: textAt(row, "trackContentRating"), text: null },
    minimum_os: textAt(row, "minimumOsVersion"),
    size_bytes: Number(textAt(row, "fileSizeBytes")),
  };
}

function readLookupRow(row: unknown) {
  const count = numberAt(row, "userRatingCount") ?? 0;
  const version = textAt(row, "version");
  const offer: ShownOffer = {
    rating: count === 0 ? null : (numberAt(row, "averageUserRating") ?? null),
    ratingCount: count,
    price: numberAt(row, "price") ?? null,
    currency: textAt(row, "currency") ?? null,
    version: version ?? null,
  };
  const pictures = (device: string, key: string) => listAt(row, key).map((url) => picture(device, String(url)));
  const listing: ShownListing = {
    title: textAt(row, "trackName") ?? "",
    subtitle: null,
    short_description: null,
    promotional_text: null,
    description: textAt(row, "description") ?? "",
    whats_new: textAt(row, "releaseNotes") ?? null,
    icon_url: textAt(row, "artworkUrl512") ?? null,
    screenshots: [...pictures("iphone", "screenshotUrls"), ...pictures("ipad", "ipadScreenshotUrls")],
    video_url: null,
    version: version ?? null,
  };
  return { offer, listing, facts: lookupFacts(row) };
}

export type ApplePage = Pick<ShownListing, "subtitle" | "promotional_text" | "screenshots" | "video_url"> & {
  readonly stars: ShownStars;
};

/** Returns what the page of an App Store app shows; undefined where the storefront has none. */
export async function readApplePage(
  request: RequestStore,
  { externalId, country, locale }: Place & { readonly locale?: string },
): Promise<ApplePage | undefined> {
  const tag = locale === undefined ? "" : `?l=${pageTags.get(locale) ?? locale}`;
  const { status, body } = await request({ host: "apps.apple.com", path: `/${country}/app/any/id${externalId}${tag}` });
  if (status === 404) return undefined;
  const start = body.indexOf('id="serialized-server-data">');
  const json = body.slice(body.indexOf(">", start) + 1, body.indexOf("</script>", start));
  const page = at(JSON.parse(json), "data", 0, "data");
  const phone = listAt(page, "shelfMapping", "product_media_phone_", "items");
  const pad = listAt(page, "shelfMapping", "product_media_pad_", "items");
  const pictures = (device: string, items: readonly unknown[]) =>
    items.flatMap((item) => {
      const template = textAt(item, "screenshot", "template");
      return template === undefined ? [] : [picture(device, template)];
    });
  return {
    subtitle: textAt(page, "lockup", "subtitle") ?? null,
    promotional_text: textAt(page, "promotionalText") ?? null,
    screenshots: [...pictures("iphone", phone), ...pictures("ipad", pad)],
    video_url: phone.map((item) => textAt(item, "video", "videoUrl")).find((url) => url !== undefined) ?? null,
    stars: listAt(page, "shelfMapping", "productRatings", "items", 0, "ratingCounts").map(Number).toReversed(),
  };
}

export type GooglePage = {
  readonly facts: ShownFacts;
  readonly installs: number | null;
  readonly listing: ShownListing;
  readonly offer: ShownOffer;
  readonly stars: ShownStars;
};

/** Returns what Google Play shows of an app; undefined where it does not offer it. */
export async function readGooglePage(
  request: RequestStore,
  { externalId, country, locale }: Place & { readonly locale: string },
): Promise<GooglePage | undefined> {
  const path = `/store/apps/details?id=${externalId}&hl=${locale}&gl=${country}`;
  const { status, body } = await request({ host: "play.google.com", path });
  if (status === 404) return undefined;
  const start = body.indexOf("data:", body.indexOf("{key: 'ds:5'"));
  const json = body.slice(start + "data:".length, body.indexOf(", sideChannel: {}});</script>", start));
  const app = at(JSON.parse(json), 1, 2);
  if (listAt(app, 18).length === 0) return undefined;

  const version = textAt(app, 140, 0, 0, 0) ?? null;
  const stars = [1, 2, 3, 4, 5].map((star) => numberAt(app, 51, 1, star, 1) ?? 0);
  return {
    listing: googleListing(app, version),
    offer: googleOffer(app, version),
    stars,
    facts: googleFacts(app),
    installs: numberAt(app, 13, 2) ?? null,
  };
}

function googleFacts(app: unknown): ShownFacts {
  const range = textAt(app, 19, 0);
  return {
    name: textAt(app, 0, 0),
    category: [textAt(app, 79, 0, 0, 2)],
    ads: Boolean(at(app, 48)),
    content_rating: { code: textAt(app, 9, 0), text: textAt(app, 9, 2, 1) ?? null },
    in_app_purchases: range === undefined ? null : { range },
    privacy_policy: textAt(app, 99, 0, 5, 2) ?? null,
    feature_graphic: textAt(app, 96, 0, 3, 2) ?? null,
  };
}

function googleListing(app: unknown, version: string | null): ShownListing {
  return {
    title: textAt(app, 0, 0) ?? "",
    subtitle: null,
    short_description: fromHtml(textAt(app, 73, 0, 1) ?? "") || null,
    promotional_text: null,
    description: fromHtml(textAt(app, 72, 0, 1) ?? ""),
    whats_new: fromHtml(textAt(app, 144, 1, 1) ?? "") || null,
    icon_url: textAt(app, 95, 0, 3, 2) ?? null,
    screenshots: listAt(app, 78, 0).map((item) => picture("phone", textAt(item, 3, 2) ?? "")),
    video_url: textAt(app, 100, 0, 0, 3, 2) ?? null,
    version,
  };
}

function googleOffer(app: unknown, version: string | null): ShownOffer {
  const count = numberAt(app, 51, 2, 1) ?? 0;
  const micros = numberAt(app, 57, 0, 0, 0, 0, 1, 0, 0);
  return {
    rating: count === 0 ? null : (numberAt(app, 51, 0, 1) ?? null),
    ratingCount: count,
    price: micros === undefined ? null : micros / 1e6,
    currency: textAt(app, 57, 0, 0, 0, 0, 1, 0, 1) ?? null,
    version,
  };
}

const appleFeeds = {
  top_free: "topfreeapplications",
  top_paid: "toppaidapplications",
  top_grossing: "topgrossingapplications",
};

/** Returns the first 100 apps of a chart by rank. */
export async function readAppleChart(request: RequestStore, chart: Chart): Promise<readonly ShownChartEntry[]> {
  const genre = chart.category === null ? "" : `genre=${chart.category}/`;
  const path = `/${chart.country}/rss/${appleFeeds[chart.collection]}/${genre}limit=100/json`;
  const { body } = await request({ host: "itunes.apple.com", path });
  const entries = at(JSON.parse(body), "feed", "entry");
  const rows = entries === undefined ? [] : Array.isArray(entries) ? entries : [entries];
  return rows.map((row) => {
    const amount = textAt(row, "im:price", "attributes", "amount");
    return {
      externalId: textAt(row, "id", "attributes", "im:id") ?? "",
      price: amount === undefined ? null : Number(amount),
      currency: textAt(row, "im:price", "attributes", "currency") ?? null,
    };
  });
}

/** Returns the apps of a chart by rank, as the page of its category shows them. */
export async function readAppleChartPage(request: RequestStore, chart: Chart): Promise<readonly string[]> {
  const genre = chart.category ?? "36";
  const { body } = await request({
    host: "apps.apple.com",
    path: `/${chart.country}/iphone/charts/${genre}?chart=top-free`,
  });
  const name = chart.collection.replace("_", "-");
  const found = parseChartPage(body).find((one) => one.collection === name && (one.genre ?? genre) === genre);
  return found?.ids ?? [];
}

const googleCharts = { top_free: "topselling_free", top_paid: "topselling_paid", top_grossing: "topgrossing" };

/** Returns the first 200 apps of a chart by rank. */
export async function readGoogleChart(request: RequestStore, chart: Chart): Promise<readonly ShownChartEntry[]> {
  const which = [2, googleCharts[chart.collection], chart.category ?? "APPLICATION"];
  const call = ["vyAe2", JSON.stringify([[null, [[8, [20, 200]]], which]]), null, "generic"];
  const { body } = await request({
    host: "play.google.com",
    path: `/_/PlayStoreUi/data/batchexecute?rpcids=vyAe2&hl=en&gl=${chart.country}`,
    body: `f.req=${encodeURIComponent(JSON.stringify([[call]]))}`,
  });
  const envelope: unknown = JSON.parse(body.slice(body.indexOf("[")));
  const payload: unknown = JSON.parse(textAt(envelope, 0, 2) ?? "null");
  return listAt(payload, 0, 1, 0, 28, 0).map((row) => {
    const micros = numberAt(row, 0, 8, 1, 0, 0);
    return {
      externalId: textAt(row, 0, 0, 0) ?? "",
      price: micros === undefined ? null : micros / 1e6,
      currency: textAt(row, 0, 8, 1, 0, 1) ?? null,
    };
  });
}

/** Returns a picture without the end of its address, which names its size. */
export function picture(device: string, url: string): string {
  return `${device} ${url.slice(0, url.lastIndexOf("/"))}`;
}

function fromHtml(html: string): string {
  const signs: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
  return html.replaceAll("<br>", "\n").replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => signs[name] ?? "");
}

function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let place = value;
  for (const key of path) {
    if (typeof place !== "object" || place === null) return undefined;
    place = Object.entries(place).find(([name]) => name === String(key))?.[1];
  }
  return place;
}

function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

function textAt(value: unknown, ...path: readonly (string | number)[]): string | undefined {
  const found = at(value, ...path);
  return typeof found === "string" ? found : undefined;
}

function numberAt(value: unknown, ...path: readonly (string | number)[]): number | undefined {
  const found = at(value, ...path);
  return typeof found === "number" ? found : undefined;
}
