import { storeCategories } from "../../../db/seeds/store-categories.ts";
import { revisionOn, rhythms } from "./cadence.ts";
import type { AppFacts, AttributesOnDay } from "./records.ts";
import { accessibilityFeatures, type PrivacyType, privacyCategories, purchaseNames } from "./words.ts";

const PURCHASES_SHOWN_MAX = 10;
const prices = [0.99, 1.99, 4.99, 9.99, 49.99, 99.99] as const;

/** Each attribute has a rhythm of its own, so that rarely two change on the same day. */
export function attributesOn(facts: AppFacts, day: number): AttributesOnDay {
  const { draws } = facts;
  const revision = (name: string) => revisionOn(draws, `attribute:${name}`, rhythms.attributes, day).number;
  const key = (name: string) => `${name}:${revision(name)}`;

  return {
    secondCategory: draws.chance(key("second category"), 0.6) ? secondCategoryOf(facts, key("second category")) : null,
    age: draws.pick(key("age"), [4, 4, 9, 12, 17]),
    minimumOs: `${draws.int("minimum os", 8, 13) + (Math.max(0, revision("minimum os")) % 6)}.0`,
    devices: devicesOf(facts, Math.max(0, revision("devices"))),
    hasAds: draws.chance(key("ads"), 0.5),
    purchases: draws.chance("sells in the app", 0.45) ? purchasesOf(facts, key("purchases")) : [],
    privacy: draws.chance(key("collects no data"), 0.2) ? [] : privacyOf(facts, key("privacy")),
    accessibility: Object.keys(accessibilityFeatures).filter((name) => draws.chance(key(`supports ${name}`), 0.3)),
    address: draws.chance("shows an address", 0.7)
      ? `${draws.int(key("address"), 1, 99)} Main Street\nSpringfield`
      : null,
    hasPrivacyPolicy: draws.chance(key("privacy policy"), 0.95),
    featureGraphic: Math.max(0, revision("feature graphic")),
  };
}

function secondCategoryOf({ draws, category, platform }: AppFacts, key: string): AttributesOnDay["secondCategory"] {
  const [first, ...others] = storeCategories.flatMap(({ platform: owner, externalId, name }) =>
    owner === platform && externalId !== null && externalId !== category.externalId ? [{ externalId, name }] : [],
  );
  return first === undefined ? null : draws.pick(`which ${key}`, [first, ...others]);
}

/** New devices are added to the list over time, in no order. */
function devicesOf({ draws }: AppFacts, added: number): readonly string[] {
  const models = Array.from({ length: 8 + (added % 20) }, (_, index) => `iPhone${6 + index}-iPhone${6 + index}`);
  return draws.chance("runs on ipad", 0.6) ? ["iPadAir-iPadAir", ...models.toReversed()] : models;
}

function purchasesOf({ draws }: AppFacts, key: string): AttributesOnDay["purchases"] {
  return Array.from({ length: draws.int(`count of ${key}`, 1, PURCHASES_SHOWN_MAX) }, (_, index) => ({
    name: draws.pick(`name ${index} of ${key}`, purchaseNames),
    usd: draws.chance(`${index} of ${key} has no price`, 0.03) ? null : draws.pick(`price ${index} of ${key}`, prices),
  }));
}

function privacyOf({ draws }: AppFacts, key: string): AttributesOnDay["privacy"] {
  const ids = Object.keys(privacyCategories);
  const [fallback = ""] = ids;
  const types: readonly PrivacyType[] = ["DATA_USED_TO_TRACK_YOU", "DATA_LINKED_TO_YOU", "DATA_NOT_LINKED_TO_YOU"];
  return types
    .filter((type) => type === "DATA_NOT_LINKED_TO_YOU" || draws.chance(`${type} of ${key}`, 0.5))
    .map((type) => {
      const categories = ids.filter((id) => draws.chance(`${id} in ${type} of ${key}`, 0.3));
      return { type, categories: categories.length > 0 ? categories : [fallback] };
    });
}
