import { appTabPath, appTabPaths } from "../../../../web/format/app-path.ts";
import { noEvents } from "./own-screens.ts";
import { showsHeading, showsTable, showsText, type WalkedApps, type WalkedScreen } from "./walked-screen.ts";

const notStored = { status: 404, type: "urn:shelfwatch:problem:listing-not-stored" };

/** Returns the frame around the tabs of an app, and the tabs that show its texts. */
export function listingTabs({ tracked: { path, externalId, name: title } }: WalkedApps): readonly WalkedScreen[] {
  const ios = { platform: "ios", external_id: externalId } as const;
  const app = new RegExp(`/api/v1/apps/ios/${externalId}$`);
  const overview = new RegExp(`/api/v1/apps/ios/${externalId}/overview\\?`);
  const listing = new RegExp(`/api/v1/apps/ios/${externalId}/listing\\?`);
  return [
    {
      route: "/apps/:platform/:externalId/:tab?",
      path: `${path}/listing`,
      title,
      isFull: showsText("characters"),
      read: app,
    },
    {
      route: "",
      path: `${path}?country=us`,
      title,
      isFull: (page) => page.getByRole("application").waitFor(),
      read: overview,
      empty: {
        patch: { charts: [], series: [], keyword_ranks: [], events: [], notes: [], rival_events: [] },
        text: "Nothing is known of these days",
      },
    },
    {
      route: appTabPaths.listing,
      path: appTabPath(ios, "listing", { country: "us" }),
      title,
      isFull: showsText("characters"),
      read: listing,
      empty: { problem: notStored, text: "Not in this language" },
    },
    {
      route: appTabPaths.listing,
      path: appTabPath(ios, "listing", { view: "differences", kind: "days" }),
      title,
      isFull: showsText(/^The same in both/),
      read: listing,
      empty: { problem: notStored, text: "No listing is known" },
    },
    {
      route: appTabPaths.listing,
      path: appTabPath(ios, "listing", { view: "facts", history: "size_bytes" }),
      title,
      isFull: showsTable("History of Size, newest first"),
      read: /\/api\/v1\/apps\/.*\/(facts\?.*|facts)$/,
      empty: { read: /\/facts$/, body: { data: [], meta: { not_read: [] } }, text: "No fact has been read yet" },
    },
    {
      route: appTabPaths.listing,
      path: appTabPath(ios, "listing", { view: "languages" }),
      title,
      isFull: showsTable("Texts of each language"),
      read: app,
      empty: { patch: { coverage: [] }, text: "No language has been read yet" },
    },
    {
      route: "changes",
      path: appTabPath(ios, "changes", { view: "versions" }),
      title,
      isFull: showsText("Released"),
      read: app,
      empty: { patch: { versions: [] }, text: "No version is known yet" },
    },
  ];
}

/** Returns the tabs of an app that show its figures by day and by storefront. */
export function figureTabs({ tracked: { path, name: title } }: Pick<WalkedApps, "tracked">): readonly WalkedScreen[] {
  return [
    {
      route: "ratings",
      path: `${path}/ratings`,
      title,
      isFull: showsHeading("Day by day"),
      read: /\/api\/v1\/.*\/ratings\/history\?/,
      empty: { body: { data: [], meta: {} }, text: "No day in this period was measured" },
    },
    {
      route: "storefronts",
      path: `${path}/storefronts`,
      title,
      isFull: (page) => page.getByRole("option", { name: /United States, / }).waitFor(),
      read: /\/api\/v1\/.*\/(prices|availability)$/,
      empty: { body: { data: [] }, text: "No storefront has been read yet" },
    },
  ];
}

/** Returns the tabs of an app that show its changes, its words and its competitors. */
export function textTabs({ tracked: { path, name: title }, competitor }: WalkedApps): readonly WalkedScreen[] {
  return [
    {
      route: "changes",
      path: `${path}/changes`,
      title,
      isFull: showsText(/in \d+ (languages|storefronts)/),
      read: /\/api\/v1\/events\?/,
      empty: { body: noEvents(true), text: "Nothing has changed yet" },
    },
    {
      route: "keywords",
      path: `${path}/keywords`,
      title,
      isFull: showsTable("Keywords of the listing"),
      read: /\/api\/v1\/.*\/keywords\?/,
      empty: { text: "No keywords in American English" },
    },
    {
      route: "keywords",
      path: `${path}/keywords?view=tracked`,
      title,
      isFull: async (page) => {
        await showsTable("Tracked keywords")(page);
        await showsHeading("Ranks over time")(page);
      },
      read: /\/tracked-keywords\?/,
      empty: { text: "No keyword is tracked" },
    },
    {
      route: "keywords",
      path: `${path}/keywords?view=tracked&part=gaps`,
      title,
      isFull: showsTable("Terms with a competitor among the first 20"),
      read: /\/keyword-ranks\/gaps(\?|$)/,
      empty: { text: "No gap is known" },
    },
    {
      route: "keywords",
      path: `${path}/keywords?view=tracked&part=words`,
      title,
      isFull: showsTable("Words of listings that are not tracked"),
      read: /\/api\/v1\/.*\/keywords\?/,
    },
    {
      route: "competitors",
      path: `${path}/competitors?compare=${competitor.externalId}`,
      title,
      isFull: showsHeading("Side by side"),
      read: /\/api\/v1\/.*\/(competitors|similar)$/,
      empty: { read: /\/competitors$/, body: { data: [] }, text: "No competitor yet" },
    },
  ];
}

/** Returns the tab of an app's ranks, at the address to which its chart leads. */
export function rankingsTab(path: string, title: string): WalkedScreen {
  return {
    route: "rankings",
    path,
    title,
    isFull: (page) => page.getByRole("figure").getByRole("application").waitFor(),
    read: /\/api\/v1\/.*\/rankings(\?|$)/,
    empty: { text: "Not in any chart" },
  };
}
