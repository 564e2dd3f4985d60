import type { FactKey } from "./fact.ts";

export const factNames: Readonly<Record<FactKey, string>> = {
  name: "Name in the store",
  publisher: "Publisher",
  category: "Main category",
  categories: "Categories",
  content_rating: "Content rating",
  minimum_os: "Required system version",
  size_bytes: "Size",
  languages: "Languages of the app",
  supported_devices: "Supported devices",
  in_app_purchases: "In-app purchases",
  ads: "Shows ads",
  privacy: "Privacy labels",
  accessibility: "Accessibility features",
  developer: "Developer’s address and website",
  privacy_policy: "Privacy policy",
  feature_graphic: "Feature graphic",
};

export const factKeys = Object.keys(factNames) as readonly FactKey[];

export function isFactKey(name: string): name is FactKey {
  return Object.hasOwn(factNames, name);
}
