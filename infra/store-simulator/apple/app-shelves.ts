import { localPrice } from "../catalogue/prices.ts";
import type { AppOnDay, ListingOnDay } from "../catalogue/records.ts";
import { accessibilityFeatures, privacyCategories, privacyTypes } from "../catalogue/words.ts";
import type { ShownApp } from "./related-apps.ts";
import { appPageUrl } from "./software-record.ts";
import { iconTemplate } from "./web-page.ts";

/** Shares of apps whose page has another form than most, as parsers in public code handle it. */
const OLD_PAIRS_SHARE = 0.15;
const NEW_PAIRS_SHARE = 0.15;
const SIZES_AS_PAIRS_SHARE = 0.1;
const DETAILS_ALONE_SHARE = 0.2;
const WITHOUT_OFFER_SHARE = 0.1;
/** Share of days on which a page lacks a shelf. */
const MISSING_SHELF_SHARE = 0.04;

export type Purchase = { readonly name: string; readonly price: string | null };

/** Returns the purchases that a page shows, in the order of the day; undefined without the shelf that has them. */
export function shownPurchases(app: AppOnDay, country: string): readonly Purchase[] | undefined {
  if (isMissing(app, "information")) return undefined;
  const purchases = app.attributes.purchases.map(({ name, usd }) => {
    if (usd === null) return { name, price: null };
    const { amount, currency } = localPrice(usd, country);
    return { name, price: `${currency} ${amount}` };
  });
  return turned(app, purchases);
}

/** Returns what the page says of the price of an app: a part of the title, of the lockup, or of none. */
export function offerProperties({ attributes, facts: { draws } }: AppOnDay): {
  readonly ofTitle: object;
  readonly ofLockup: object;
} {
  const properties = { hasInAppPurchases: attributes.purchases.length > 0, hasExternalPurchases: false };
  if (draws.chance("page without offer", WITHOUT_OFFER_SHARE)) return { ofTitle: {}, ofLockup: {} };
  return draws.chance("offer in lockup", 0.2)
    ? { ofTitle: {}, ofLockup: { offerDisplayProperties: properties } }
    : { ofTitle: { titleOfferDisplayProperties: properties }, ofLockup: {} };
}

export function factShelves(app: AppOnDay, listing: ListingOnDay, fileSizeBytes: number | null): object {
  const purchases = shownPurchases(app, listing.country);
  return {
    ...(purchases !== undefined && { information: information(app, listing, purchases, fileSizeBytes ?? 0) }),
    ...privacyShelves(app, listing.country),
    ...(!isMissing(app, "accessibility") && { accessibilityHeader: accessibilityHeader(app) }),
  };
}

/** Returns the block that names an app, on its own page and where another page lists it. */
export function lockup(app: AppOnDay, listing: ListingOnDay): object {
  return {
    $kind: "Lockup",
    adamId: app.externalId,
    bundleId: app.facts.bundleId,
    title: listing.title,
    ...(listing.subtitle !== null && { subtitle: listing.subtitle }),
    icon: iconTemplate(listing.iconUrl),
  };
}

export function relatedShelf(apps: readonly ShownApp[]): object {
  return {
    items: apps.map(({ app, listing }) => ({
      ...lockup(app, listing),
      clickAction: { $kind: "FlowAction", pageUrl: appPageUrl(app, listing.country) },
    })),
  };
}

/** Titles of rows are in the language of the page. */
const purchasesTitles: Readonly<Record<string, string>> = {
  de: "In‑App‑Käufe",
  fr: "Achats intégrés",
  ja: "アプリ内課金",
  zh: "App 内购买",
};

function information(
  app: AppOnDay,
  { locale }: ListingOnDay,
  purchases: readonly Purchase[],
  fileSizeBytes: number,
): object {
  const { draws } = app.facts;
  const hasOldPairsAlone = draws.chance("old pairs", OLD_PAIRS_SHARE);
  const size = `${(fileSizeBytes / 1_000_000).toFixed(1)} MB`;
  const rows = [
    row("Seller", [{ text: app.publisher.name }]),
    !hasOldPairsAlone && draws.chance("sizes as pairs", SIZES_AS_PAIRS_SHARE)
      ? { ...row("Size", []), items_V3: [textPair({ name: "iPhone", price: size })] }
      : row("Size", [{ text: size }]),
    row("Category", [{ text: app.category.name }]),
  ];
  if (purchases.length === 0) return { items: rows };

  const title = purchasesTitles[locale.slice(0, 2)] ?? "In-App Purchases";
  const hasNewPairsAlone = !hasOldPairsAlone && draws.chance("new pairs", NEW_PAIRS_SHARE);
  const textPairs = purchases.map(({ name, price }) => (price === null ? [name] : [name, price]));
  const purchasesRow = {
    ...row(title, [{ text: "Yes", ...(!hasNewPairsAlone && { textPairs }) }]),
    ...(!hasOldPairsAlone && { items_V3: [...purchases.map(textPair), { $kind: "button", title: "Learn More" }] }),
  };
  return { items: [...rows, purchasesRow, row("Copyright", [{ text: `© ${app.publisher.name}` }])] };
}

function row(title: string, items: readonly object[]): object {
  return { $kind: "Annotation", title, items };
}

function textPair({ name, price }: Purchase): object {
  return { $kind: "textPair", leadingText: name, ...(price !== null && { trailingText: price }) };
}

type Label = { readonly identifier: string; readonly title: string };

/** Some pages name the types in the details of the header alone, where categories are nested in purposes. */
function privacyShelves(app: AppOnDay, country: string): object {
  if (isMissing(app, "privacy")) return {};
  const types = privacyOf(app);
  const details = types.map(({ categories, ...type }) => ({
    ...type,
    purposes: [
      { identifier: "ANALYTICS", title: "Analytics", categories },
      { identifier: "APP_FUNCTIONALITY", title: "App Functionality", categories: categories.slice(0, 1) },
    ],
  }));
  const policy = {
    $kind: "ExternalUrlAction",
    title: "Privacy Policy",
    url: `${app.publisher.website}/privacy`,
    actionMetrics: { data: [{ fields: { actionType: "navigate", targetId: "privacyPolicy" } }] },
  };
  return {
    privacyHeader: {
      items: [
        { $kind: "PrivacyHeader", supplementaryItems: app.attributes.hasPrivacyPolicy ? [{ action: policy }] : [] },
      ],
      seeAllAction: {
        $kind: "FlowAction",
        pageUrl: `${appPageUrl(app, country)}?see-all=privacy`,
        pageData: {
          shelves: [
            { contentType: "privacyHeader", items: [] },
            { contentType: "privacyType", items: details },
          ],
        },
      },
    },
    ...(!app.facts.draws.chance("privacy in details alone", DETAILS_ALONE_SHARE) && { privacyTypes: { items: types } }),
  };
}

function privacyOf(app: AppOnDay): readonly (Label & { readonly categories: readonly Label[] })[] {
  const { privacy } = app.attributes;
  if (privacy.length === 0) return [{ identifier: "DATA_NOT_COLLECTED", title: "Data Not Collected", categories: [] }];
  const titles: Readonly<Record<string, string>> = privacyCategories;
  return turned(app, privacy).map(({ type, categories }) => ({
    identifier: type,
    title: privacyTypes[type],
    categories: turned(app, categories).map((id) => ({ identifier: id, title: titles[id] ?? id })),
  }));
}

/** A developer that has stated nothing has a header without features. */
function accessibilityHeader(app: AppOnDay): object {
  const titles: Readonly<Record<string, string>> = accessibilityFeatures;
  const features = turned(app, app.attributes.accessibility).map((symbol) => ({
    title: titles[symbol] ?? symbol,
    description: `Users can use ${titles[symbol] ?? symbol}.`,
    artwork: { template: `systemimage://${symbol}` },
  }));
  if (features.length === 0) return { items: [{ $kind: "ProductCapability", title: "Accessibility" }] };
  return { seeAllAction: { pageData: { shelves: [{ contentType: "accessibilityFeatures", items: [{ features }] }] } } };
}

function isMissing({ day, facts: { draws } }: AppOnDay, shelf: string): boolean {
  return draws.chance(`${shelf} missing:${day}`, MISSING_SHELF_SHARE);
}

/** Returns a list in the order of the day, which says nothing. */
function turned<Entry>({ day }: AppOnDay, entries: readonly Entry[]): readonly Entry[] {
  const start = day % Math.max(1, entries.length);
  return [...entries.slice(start), ...entries.slice(0, start)];
}
