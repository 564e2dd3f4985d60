import { showsTable, showsText, type WalkedApps, type WalkedScreen } from "./walked-screen.ts";

const noMovers = {
  data: { entered: [], left: [], moved: [] },
  meta: {
    platform: "ios",
    collection: "top_free",
    country_code: "us",
    category_id: 1,
    snapshot_date: null,
    fetched_at: null,
    compared_with: null,
    counts: { entered: 0, left: 0, moved: 0, unchanged: 0 },
  },
};

/** Returns the screens of charts and publishers. */
export function storeScreens({ tracked: { platform, publisher } }: WalkedApps): readonly WalkedScreen[] {
  const { externalId: id, name } = publisher;
  return [
    {
      route: "/charts",
      path: "/charts",
      title: "Charts",
      isFull: showsTable("Climbed"),
      read: /\/api\/v1\/charts\/movers\?/,
      empty: { body: noMovers, text: "No chart yet" },
    },
    {
      route: "/publishers",
      path: "/publishers",
      title: "Publishers",
      isFull: showsTable("Publishers"),
      read: /\/api\/v1\/publishers\?/,
      empty: { text: "No publishers yet" },
    },
    {
      route: "/publishers/:platform/:externalId",
      path: `/publishers/${platform}/${id}`,
      title: name,
      isFull: showsTable("Apps that you track"),
      read: /\/api\/v1\/publishers\/ios\/\d+$/,
      empty: {
        body: { data: { publisher: { id: 1, platform, external_id: id, name, url: null }, apps: [] } },
        text: "You do not track any of its apps",
      },
    },
  ];
}

export function explorerScreens(): readonly WalkedScreen[] {
  return [
    {
      route: "/explorer/screenshots",
      path: "/explorer/screenshots",
      title: "Screenshots",
      isFull: showsText(/\d+ of \d+ apps/),
      read: /\/api\/v1\/explorer\/screenshots\?/,
      empty: { text: "No app matches" },
    },
    {
      route: "/explorer/icons",
      path: "/explorer/icons",
      title: "Icons",
      isFull: showsText(/\d+ of [\d,]+ apps/),
      read: /\/api\/v1\/explorer\/icons\?/,
      empty: { text: "No app matches" },
    },
  ];
}
