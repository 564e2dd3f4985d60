import type { Platform } from "../../format/app-path.ts";

export type TextField = "title" | "subtitle" | "short_description" | "promotional_text" | "description" | "whats_new";

type StoreText = { readonly field: TextField; readonly name: string; readonly max: number };

/** Names and character limits are those of App Store Connect and of the Play Console. */
export const storeTexts: Readonly<Record<Platform, readonly StoreText[]>> = {
  ios: [
    { field: "title", name: "Name", max: 30 },
    { field: "subtitle", name: "Subtitle", max: 30 },
    { field: "promotional_text", name: "Promotional text", max: 170 },
    { field: "description", name: "Description", max: 4_000 },
    { field: "whats_new", name: "What’s new", max: 4_000 },
  ],
  android: [
    { field: "title", name: "Name", max: 30 },
    { field: "short_description", name: "Short description", max: 80 },
    { field: "description", name: "Full description", max: 4_000 },
    { field: "whats_new", name: "What’s new", max: 500 },
  ],
};

/** Returns the number of code points, since the stores count these. */
export function lengthOf(text: string): number {
  return [...text].length;
}
