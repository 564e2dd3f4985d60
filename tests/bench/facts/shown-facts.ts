import type { AppOnDay } from "../../../infra/store-simulator/catalogue/records.ts";

/** Devices on which an App Store app runs, as lookup lists them. The simulated stores list fewer. */
const DEVICES = 120;
const SIMILAR = 12;

/** Returns what the stores show of an app on a day, in about the lengths of real responses. */
export function shownFacts(app: AppOnDay, neighbours: readonly string[]) {
  const facts = app.platform === "ios" ? appleFacts(app) : googleFacts(app);
  const similar = neighbours
    .slice(0, SIMILAR)
    .map((external_id) => ({ external_id, name: external_id, subtitle: null }));
  return { facts: { ...sharedFacts(app), ...facts }, similar };
}

function sharedFacts({ attributes, category, name, publisher }: AppOnDay) {
  const { secondCategory } = attributes;
  const first = { id: category.externalId, name: category.name };
  const second = secondCategory === null ? [] : [{ id: secondCategory.externalId, name: secondCategory.name }];
  return {
    name,
    publisher: { id: publisher.externalId, name: publisher.name },
    category: first,
    categories: [first, ...second].toSorted((a, b) => a.id.localeCompare(b.id)),
    content_rating: { code: `${attributes.age}+`, text: null },
    minimum_os: attributes.minimumOs,
    developer: { address: attributes.address, website: publisher.website },
    privacy_policy: attributes.hasPrivacyPolicy ? `${publisher.website}privacy` : null,
  };
}

function appleFacts({ attributes, facts, version }: AppOnDay) {
  const added = attributes.devices.length;
  const devices = Array.from({ length: DEVICES + added }, (_, index) => `iPhone${index}ProMax-iPhone${index}ProMax`);
  const items = attributes.purchases.map(({ name, usd }) => ({ name, price: usd === null ? null : `$${usd}` }));
  return {
    // Each version has another size.
    size_bytes: 100_000_000 + Number((version ?? "0").replaceAll(".", "")),
    languages: facts.languages.map((language) => language.toUpperCase()).toSorted(),
    supported_devices: devices.toSorted(),
    in_app_purchases: items.length === 0 ? null : { items },
    privacy: attributes.privacy.map(({ type, categories }) => ({
      id: type,
      title: type,
      categories: categories.map((id) => ({ id, title: id })),
    })),
    accessibility: attributes.accessibility.map((id) => ({ id, title: id })),
  };
}

function googleFacts({ attributes, externalId }: AppOnDay) {
  const prices = attributes.purchases.flatMap(({ usd }) => usd ?? []);
  const range = `$${Math.min(...prices)} - $${Math.max(...prices)} per item`;
  return {
    ads: attributes.hasAds,
    in_app_purchases: prices.length === 0 ? null : { range },
    feature_graphic: `https://images.example/${externalId}/${attributes.featureGraphic}/1024x500.png`,
  };
}
