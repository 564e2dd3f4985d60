import { type Platform, storeNames } from "../../format/app-path.ts";

export const platformOptions: readonly { readonly id: Platform; readonly name: string }[] = [
  { id: "ios", name: storeNames.ios },
  { id: "android", name: storeNames.android },
];

export const storeOptions: readonly { readonly id: Platform | ""; readonly name: string }[] = [
  { id: "", name: "Both stores" },
  ...platformOptions,
];

export const collectionOptions = [
  { id: "top_free", name: "Free" },
  { id: "top_paid", name: "Paid" },
  { id: "top_grossing", name: "Grossing" },
] as const;

export type Collection = (typeof collectionOptions)[number]["id"];

export function collectionName(collection: Collection): string {
  return collectionOptions.find(({ id }) => id === collection)?.name ?? collection;
}
