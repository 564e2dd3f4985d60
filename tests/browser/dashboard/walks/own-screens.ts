import { SEEDED_WEBHOOK } from "../fixture/seeded-webhook.ts";
import { showsTable, showsText, type WalkedApps, type WalkedScreen } from "./walked-screen.ts";

/** Returns a page without events; `has_scope_apps` says whether there are apps that could have some. */
export const noEvents = (has_scope_apps: boolean) => ({
  data: [],
  meta: {
    current_page: 1,
    last_page: 1,
    per_page: 100,
    total: 0,
    from: null,
    to: null,
    has_scope_apps,
    has_older: false,
    first_day: "2025-03-09",
    last_day: "2026-03-09",
    events_seen_until: null,
  },
  links: { first: null, last: null, prev: null, next: null },
});

/** Returns the screens of what the user follows. */
export function ownScreens({ tracked, competitor }: WalkedApps): readonly WalkedScreen[] {
  return [
    {
      route: "/",
      path: "/",
      title: "Today",
      isFull: (page) => page.getByRole("rowheader", { name: tracked.name }).waitFor(),
      read: /\/api\/v1\/apps\?/,
      empty: { text: "Track your first app" },
    },
    {
      route: "/apps",
      path: "/apps",
      title: "Apps",
      isFull: (page) => page.getByRole("link", { name: tracked.name }).waitFor(),
      read: /\/api\/v1\/apps\?/,
      empty: { text: "You do not track any apps yet" },
    },
    {
      route: "/competitors",
      path: "/competitors",
      title: "Competitors",
      isFull: (page) => page.getByRole("link", { name: competitor.name }).waitFor(),
      read: /\/api\/v1\/competitors\?/,
      empty: { text: "You do not follow any competitors yet" },
    },
    {
      route: "/changes/apps",
      path: "/changes/apps",
      title: "Changes",
      isFull: showsText(/changed in/),
      read: /\/api\/v1\/events\?/,
      empty: { body: noEvents(false), text: "You do not track any apps yet" },
    },
    {
      route: "/changes/competitors",
      path: "/changes/competitors",
      title: "Changes of competitors",
      isFull: showsText(/changed in/),
      read: /\/api\/v1\/events\?/,
      empty: { body: noEvents(false), text: "You do not follow any competitors yet" },
    },
    {
      route: "/changes/all",
      path: "/changes/all",
      title: "All changes",
      isFull: showsText(/changed in/),
      read: /\/api\/v1\/events\?/,
      empty: { body: noEvents(false), text: "You do not track any apps yet" },
    },
  ];
}

/** Returns the screens of the account and of searches. */
export function accountScreens(): readonly WalkedScreen[] {
  return [
    {
      route: "/find",
      path: "/find?term=weather",
      title: "Find apps",
      isFull: (page) =>
        page
          .getByRole("button", { name: /^(Track|Untrack) / })
          .first()
          .waitFor(),
      read: /\/api\/v1\/apps\/search\?/,
      empty: { body: { data: [] }, text: "No app found for “weather”" },
    },
    {
      route: "/find/publishers",
      path: "/find/publishers?term=weather",
      title: "Find publishers",
      isFull: (page) => page.getByRole("list", { name: "Publishers found for weather" }).waitFor(),
      read: /\/api\/v1\/publishers\/search\?/,
      empty: { body: { data: [] }, text: "No publisher found for “weather”" },
    },
    {
      route: "/settings",
      path: "/settings",
      title: "Account",
      isFull: (page) => page.getByLabel("Name", { exact: true }).waitFor(),
      read: /\/api\/v1\/account\/profile$/,
    },
    {
      route: "/settings/views",
      path: "/settings/views",
      title: "Saved views",
      isFull: showsTable("Saved views"),
      read: /\/api\/v1\/views$/,
      empty: { body: { data: [] }, text: "There is no saved view" },
    },
    {
      route: "/settings/tags",
      path: "/settings/tags",
      title: "Tags",
      isFull: showsTable("Tags"),
      read: /\/api\/v1\/tags$/,
      empty: { body: { data: [] }, text: "There is no tag" },
    },
    {
      route: "/settings/notes",
      path: "/settings/notes",
      title: "Notes",
      isFull: showsTable("Notes"),
      read: /\/api\/v1\/notes\?/,
      empty: { text: "There is no note" },
    },
    {
      route: "/settings/feeds",
      path: "/settings/feeds",
      title: "Feeds",
      isFull: showsTable("Feeds"),
      read: /\/api\/v1\/feeds$/,
      empty: { body: { data: [] }, text: "There is no feed" },
    },
    {
      route: "/settings/webhooks",
      path: "/settings/webhooks",
      title: "Webhooks",
      isFull: showsTable("Webhooks"),
      read: /\/api\/v1\/webhooks$/,
      empty: { body: { data: [] }, text: "There is no webhook" },
    },
    {
      route: "/settings/webhooks/:webhookId",
      path: `/settings/webhooks/${SEEDED_WEBHOOK.id}`,
      title: SEEDED_WEBHOOK.name,
      isFull: showsTable("Deliveries"),
      read: /\/api\/v1\/webhooks\/\d+\/deliveries\?/,
      empty: { text: "Nothing was sent yet" },
    },
    {
      route: "/settings/api-tokens",
      path: "/settings/api-tokens",
      title: "API tokens",
      isFull: (page) => page.getByRole("rowheader", { name: /This page/ }).waitFor(),
      read: /\/api\/v1\/account\/api-tokens\?/,
      empty: { text: "There is no token" },
    },
  ];
}
