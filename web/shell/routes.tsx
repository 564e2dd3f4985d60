import type { ComponentType } from "react";

import { lazyScreen } from "./lazy-screen.ts";

export type ScreenRoute = {
  /** Below /dashboard, as wouter matches it. */
  readonly path: string;
  readonly Screen: ComponentType;
  /** Shown without a session and without the navigation. */
  readonly isPublic?: true;
};

export type AppTab = {
  /** The last part of the address, `/apps/:platform/:externalId/<path>`. */
  readonly path: string;
  readonly name: string;
  readonly Screen: ComponentType;
};

/** Every screen, each in a chunk of its own. The first that matches is shown. */
export const routes: readonly ScreenRoute[] = [
  {
    path: "/login",
    Screen: lazyScreen(async () => (await import("../screens/login/login-screen.tsx")).LoginScreen),
    isPublic: true,
  },
  {
    path: "/register",
    Screen: lazyScreen(async () => (await import("../screens/login/register-screen.tsx")).RegisterScreen),
    isPublic: true,
  },

  // Home, apps and account
  {
    path: "/",
    Screen: lazyScreen(async () => (await import("../screens/home/home-screen.tsx")).HomeScreen),
  },
  {
    path: "/find",
    Screen: lazyScreen(async () => (await import("../screens/find/find-screen.tsx")).FindScreen),
  },
  {
    path: "/find/publishers",
    Screen: lazyScreen(async () => (await import("../screens/find/find-publishers-screen.tsx")).FindPublishersScreen),
  },
  {
    path: "/find/paste",
    Screen: lazyScreen(async () => (await import("../screens/find/paste-screen.tsx")).PasteScreen),
  },
  {
    path: "/apps",
    Screen: lazyScreen(async () => (await import("../screens/apps/apps-screen.tsx")).AppsScreen),
  },
  {
    path: "/competitors",
    Screen: lazyScreen(async () => (await import("../screens/competitors/competitors-screen.tsx")).CompetitorsScreen),
  },
  {
    path: "/changes/apps",
    Screen: lazyScreen(async () => (await import("../screens/changes/app-changes-screen.tsx")).AppChangesScreen),
  },
  {
    path: "/changes/competitors",
    Screen: lazyScreen(
      async () => (await import("../screens/changes/competitor-changes-screen.tsx")).CompetitorChangesScreen,
    ),
  },
  {
    path: "/changes/all",
    Screen: lazyScreen(async () => (await import("../screens/changes/all-changes-screen.tsx")).AllChangesScreen),
  },
  {
    path: "/settings",
    Screen: lazyScreen(async () => (await import("../screens/settings/account-screen.tsx")).AccountScreen),
  },
  {
    path: "/settings/api-tokens",
    Screen: lazyScreen(async () => (await import("../screens/settings/api-tokens-screen.tsx")).ApiTokensScreen),
  },

  // The frame of an app, whose tabs are below
  {
    path: "/apps/:platform/:externalId/:tab?",
    Screen: lazyScreen(async () => (await import("../screens/app/app-frame.tsx")).AppFrame),
  },

  // Charts, publishers and the catalogue
  {
    path: "/charts",
    Screen: lazyScreen(async () => (await import("../screens/charts/charts-screen.tsx")).ChartsScreen),
  },
  {
    path: "/publishers",
    Screen: lazyScreen(async () => (await import("../screens/publishers/publishers-screen.tsx")).PublishersScreen),
  },
  {
    path: "/publishers/:platform/:externalId",
    Screen: lazyScreen(async () => (await import("../screens/publisher/publisher-screen.tsx")).PublisherScreen),
  },
  {
    path: "/explorer/screenshots",
    Screen: lazyScreen(async () => (await import("../screens/explorer/screenshots-screen.tsx")).ScreenshotsScreen),
  },
  {
    path: "/explorer/icons",
    Screen: lazyScreen(async () => (await import("../screens/explorer/icons-screen.tsx")).IconsScreen),
  },
];

/** The tabs of an app, in the order in which they are shown. Each finds its app by `useAppFrame()`. */
export const appTabs: readonly AppTab[] = [
  {
    path: "",
    name: "Listing",
    Screen: lazyScreen(async () => (await import("../screens/app/listing/listing-tab.tsx")).ListingTab),
  },

  {
    path: "changes",
    name: "Changes",
    Screen: lazyScreen(async () => (await import("../screens/app/changes/changes-tab.tsx")).ChangesTab),
  },
  {
    path: "diff",
    name: "Diff",
    Screen: lazyScreen(async () => (await import("../screens/app/diff/diff-tab.tsx")).DiffTab),
  },
  {
    path: "versions",
    name: "Versions",
    Screen: lazyScreen(async () => (await import("../screens/app/versions/versions-tab.tsx")).VersionsTab),
  },

  {
    path: "ratings",
    name: "Ratings",
    Screen: lazyScreen(async () => (await import("../screens/app/ratings/ratings-tab.tsx")).RatingsTab),
  },
  {
    path: "prices",
    name: "Prices",
    Screen: lazyScreen(async () => (await import("../screens/app/prices/prices-tab.tsx")).PricesTab),
  },
  {
    path: "availability",
    name: "Availability",
    Screen: lazyScreen(async () => (await import("../screens/app/availability/availability-tab.tsx")).AvailabilityTab),
  },
  // Rankings, keywords
  {
    path: "rankings",
    name: "Rankings",
    Screen: lazyScreen(async () => (await import("../screens/app/rankings/rankings-tab.tsx")).RankingsTab),
  },
  {
    path: "keywords",
    name: "Keywords",
    Screen: lazyScreen(async () => (await import("../screens/app/keywords/keywords-tab.tsx")).KeywordsTab),
  },

  {
    path: "competitors",
    name: "Competitors",
    Screen: lazyScreen(async () => (await import("../screens/app/competitors/competitors-tab.tsx")).CompetitorsTab),
  },
];
