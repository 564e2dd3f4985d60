import type { ComponentType } from "react";

import { lazyComponent } from "../../components/lazy-component.tsx";
import { appTabPaths } from "../../format/app-path.ts";
import { OverviewTab } from "./overview/overview-tab.tsx";

type AppTab = {
  /** The last part of the address, `/apps/:platform/:externalId/<path>`. */
  readonly path: string;
  readonly name: string;
  readonly Tab: ComponentType;
  /** Loads the code of a tab that comes in a file of its own. */
  readonly load?: () => Promise<unknown>;
};

export const appTabs: readonly AppTab[] = [
  // An app opens with it, so its code comes with the app's frame.
  { path: "", name: "Overview", Tab: OverviewTab },
  tab(appTabPaths.listing, "Listing", async () => (await import("./listing/listing-tab.tsx")).ListingTab),
  tab(appTabPaths.changes, "Changes", async () => (await import("./changes/changes-tab.tsx")).ChangesTab),
  tab(appTabPaths.ratings, "Ratings", async () => (await import("./ratings/ratings-tab.tsx")).RatingsTab),
  tab(appTabPaths.rankings, "Rankings", async () => (await import("./rankings/rankings-tab.tsx")).RankingsTab),
  tab(
    appTabPaths.storefronts,
    "Prices and availability",
    async () => (await import("./storefronts/storefronts-tab.tsx")).StorefrontsTab,
  ),
  tab(appTabPaths.keywords, "Keywords", async () => (await import("./keywords/keywords-tab.tsx")).KeywordsTab),
  tab(
    appTabPaths.competitors,
    "Competitors",
    async () => (await import("./competitors/competitors-tab.tsx")).CompetitorsTab,
  ),
];

function tab(path: string, name: string, load: () => Promise<ComponentType>): AppTab {
  const Tab = lazyComponent(load);
  return { path, name, Tab, load: Tab.load };
}
