import type { Screenshot } from "../../../../features/listing/screenshots.ts";
import { storeTexts, type TextField } from "../../../../features/listing/store-limits.ts";
import type { Platform } from "../../../../format/app-path.ts";
import { pairScreenshots } from "./pair-screenshots.ts";

type Shown = { readonly [Field in TextField]: string | null } & { readonly screenshots: readonly Screenshot[] };

/** Returns the store's names of the texts that differ between two listings of an app, and "Screenshots" if these do. */
export function differingNames(platform: Platform, [old, current]: readonly [Shown, Shown]): readonly string[] {
  const texts = storeTexts[platform].filter(({ field }) => (old[field] ?? "") !== (current[field] ?? ""));
  const hasOtherShots = pairScreenshots(old.screenshots, current.screenshots).some(({ pairs }) =>
    pairs.some(([before, after]) => before !== after),
  );
  return [...texts.map(({ name }) => name), ...(hasOtherShots ? ["Screenshots"] : [])];
}
