import type { ComponentType } from "react";

import { lazyComponent } from "../../components/lazy-component.ts";

type AppTab = {
  /** The last part of the address, `/apps/:platform/:externalId/<path>`. */
  readonly path: string;
  readonly name: string;
  readonly Tab: ComponentType;
};

export const appTabs: readonly AppTab[] = [
  tab("", "Overview", async () => (await import("./overview/overview-tab.tsx")).OverviewTab),
  tab("listing", "Listing", async () => (await import("./listing/listing-tab.tsx")).ListingTab),
  tab("changes", "Changes", async () => (await import("./changes/changes-tab.tsx")).ChangesTab),
  tab("diff", "Diff", async () => (await import("./diff/diff-tab.tsx")).DiffTab),
  tab("versions", "Versions", async () => (await import("./versions/versions-tab.tsx")).VersionsTab),
  tab("facts", "Facts", async () => (await import("./facts/facts-tab.tsx")).FactsTab),
  tab("ratings", "Ratings", async () => (await import("./ratings/ratings-tab.tsx")).RatingsTab),
  tab("prices", "Prices", async () => (await import("./prices/prices-tab.tsx")).PricesTab),
  tab(
    "availability",
    "Availability",
    async () => (await import("./availability/availability-tab.tsx")).AvailabilityTab,
  ),
  tab("rankings", "Rankings", async () => (await import("./rankings/rankings-tab.tsx")).RankingsTab),
  tab("keywords", "Keywords", async () => (await import("./keywords/keywords-tab.tsx")).KeywordsTab),
  tab("competitors", "Competitors", async () => (await import("./competitors/competitors-tab.tsx")).CompetitorsTab),
];

function tab(path: string, name: string, load: () => Promise<ComponentType>): AppTab {
  return { path, name, Tab: lazyComponent(load) };
}
