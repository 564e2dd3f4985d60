import createClient from "openapi-fetch";

import type { components, operations, paths } from "./schema.d.ts";

type Api = ReturnType<typeof createClient<paths>>;
type Reply = { readonly response: Response; readonly error?: unknown };
type App = components["schemas"]["App"];

/** What earlier operations have returned for later ones. */
type Found = {
  token: string;
  app: { platform: App["platform"]; external_id: string };
  rivalId: number;
  sibling: string;
  publisher: { platform: App["platform"]; external_id: string };
  linkId: number;
  viewId: number;
  noteId: number;
  tagId: number;
  keywordId: number;
  tokenId: number;
  feedId: number;
  webhookId: number;
  deliveryId: number;
};

const platform = "ios";
const term = "weather";
const country_code = "us";
const account = { email: `you-${crypto.randomUUID()}@example.com`, password: "correct horse battery" };
const password = "battery staple correct";

const SYNC_MS_MAX = 120_000;
const POLL_MS = 250;

/** Every operation of the API, in an order in which one user may call them. The compiler says when one is missing. */
const calls: Record<keyof operations, (api: Api, found: Found) => Promise<Reply>> = {
  registerUser: (api) =>
    api.POST("/auth/register", { body: { ...account, name: "You", password_confirmation: account.password } }),
  logIn: async (api, found) => {
    const reply = await api.POST("/auth/login", { body: account });
    found.token = reply.data?.data.token ?? "";
    return reply;
  },
  showCurrentUser: (api) => api.GET("/auth/me"),
  listCountries: (api) => api.GET("/countries"),
  searchApps: async (api, found) => {
    const reply = await api.GET("/apps/search", { params: { query: { term, platform } } });
    const [app, rival] = reply.data?.data ?? [];
    found.app = { platform, external_id: app?.external_id ?? "" };
    found.publisher = { platform, external_id: app?.publisher?.external_id ?? "" };
    found.rivalId = rival?.id ?? 0;
    return reply;
  },
  registerApp: (api, { app }) => api.POST("/apps", { body: app }),
  listApps: (api) => api.GET("/apps", { params: { query: { per_page: 10 } } }),
  requestSync: (api, { app }) => api.POST("/apps/{platform}/{external_id}/sync", { params: { path: app } }),
  showSyncStatus: async (api, { app }) => {
    const endsAt = performance.now() + SYNC_MS_MAX;
    for (;;) {
      const reply = await api.GET("/apps/{platform}/{external_id}/sync-status", { params: { path: app } });
      if (reply.error || reply.data.data.status === "completed") return reply;
      if (performance.now() > endsAt) throw new Error("The sync did not complete.");
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  },
  showApp: (api, { app }) => api.GET("/apps/{platform}/{external_id}", { params: { path: app } }),
  showOverview: (api, { app }) =>
    api.GET("/apps/{platform}/{external_id}/overview", { params: { path: app, query: { days: 30 } } }),
  showListing: (api, { app }) =>
    api.GET("/apps/{platform}/{external_id}/listing", { params: { path: app, query: { country_code } } }),
  compareListings: (api, { app }) =>
    api.GET("/apps/{platform}/{external_id}/listing/diff", {
      params: { path: app, query: { locale: "en-US", with_locale: "de-DE" } },
    }),
  showAvailability: (api, { app }) => api.GET("/apps/{platform}/{external_id}/availability", { params: { path: app } }),
  showPrices: (api, { app }) => api.GET("/apps/{platform}/{external_id}/prices", { params: { path: app } }),
  listFacts: (api, { app }) => api.GET("/apps/{platform}/{external_id}/facts", { params: { path: app } }),
  listInstalls: async (api) => {
    const found = await api.GET("/apps/search", { params: { query: { term, platform: "android" } } });
    const path = { platform: "android", external_id: found.data?.data[0]?.external_id ?? "" } as const;
    return api.GET("/apps/{platform}/{external_id}/installs", { params: { path } });
  },
  showSimilarApps: (api, { app }) => api.GET("/apps/{platform}/{external_id}/similar", { params: { path: app } }),
  showRatingSummary: (api, { app }) =>
    api.GET("/apps/{platform}/{external_id}/ratings/summary", { params: { path: app } }),
  showRatingHistory: (api, { app }) =>
    api.GET("/apps/{platform}/{external_id}/ratings/history", { params: { path: app, query: { days: 7 } } }),
  listCountryRatings: (api, { app }) =>
    api.GET("/apps/{platform}/{external_id}/ratings/country-breakdown", { params: { path: app } }),
  listRankings: (api, { app }) => api.GET("/apps/{platform}/{external_id}/rankings", { params: { path: app } }),
  listKeywords: (api, { app }) =>
    api.GET("/apps/{platform}/{external_id}/keywords", { params: { path: app, query: { locale: "en-US" } } }),
  trackApp: (api, { app }) => api.POST("/apps/{platform}/{external_id}/track", { params: { path: app } }),
  showChart: (api) => api.GET("/charts", { params: { query: { platform, collection: "top_free" } } }),
  showChartMovers: (api) => api.GET("/charts/movers", { params: { query: { platform, collection: "top_free" } } }),
  listStoreCategories: (api) => api.GET("/store-categories", { params: { query: { platform } } }),
  showDashboard: (api) => api.GET("/dashboard"),
  exploreIcons: (api) => api.GET("/explorer/icons"),
  exploreScreenshots: (api) => api.GET("/explorer/screenshots"),
  addCompetitor: async (api, found) => {
    const body = { competitor_app_id: found.rivalId, relationship: "direct" } as const;
    const reply = await api.POST("/apps/{platform}/{external_id}/competitors", { params: { path: found.app }, body });
    found.linkId = reply.data?.data.id ?? 0;
    return reply;
  },
  listAppCompetitors: (api, { app }) =>
    api.GET("/apps/{platform}/{external_id}/competitors", { params: { path: app } }),
  compareKeywords: (api, { app, rivalId }) =>
    api.GET("/apps/{platform}/{external_id}/keywords/compare", {
      params: { path: app, query: { locale: "en-US", app_ids: [rivalId] } },
    }),
  trackKeywords: async (api, found) => {
    const reply = await api.POST("/apps/{platform}/{external_id}/tracked-keywords", {
      params: { path: found.app },
      body: { items: [{ term, country_code }] },
    });
    found.keywordId = reply.data?.data.added[0]?.keyword_id ?? 0;
    return reply;
  },
  listTrackedKeywords: (api, { app }) =>
    api.GET("/apps/{platform}/{external_id}/tracked-keywords", { params: { path: app } }),
  listKeywordRanks: (api, { app, keywordId }) =>
    api.GET("/apps/{platform}/{external_id}/keyword-ranks", {
      params: { path: app, query: { keyword_ids: [keywordId], from: "2026-03-01", to: "2026-03-30" } },
    }),
  compareKeywordRanks: (api, { app, rivalId }) =>
    api.GET("/apps/{platform}/{external_id}/keyword-ranks/compare", {
      params: { path: app, query: { app_ids: [rivalId] } },
    }),
  listKeywordGaps: (api, { app }) =>
    api.GET("/apps/{platform}/{external_id}/keyword-ranks/gaps", { params: { path: app } }),
  showKeywordResults: (api, { keywordId }) =>
    api.GET("/keywords/{keyword_id}/results", { params: { path: { keyword_id: keywordId } } }),
  untrackKeyword: (api, { app, keywordId }) =>
    api.DELETE("/apps/{platform}/{external_id}/tracked-keywords/{keyword_id}", {
      params: { path: { ...app, keyword_id: keywordId } },
    }),
  suggestTerms: (api) => api.GET("/keywords/suggestions", { params: { query: { term, platform } } }),
  listAppChanges: (api) => api.GET("/changes/apps"),
  listCompetitorChanges: (api) => api.GET("/changes/competitors"),
  pollEvents: (api) => api.GET("/changes", { params: { query: { limit: 10 } } }),
  listEvents: (api) => api.GET("/events", { params: { query: { scope: ["mine"], sort: "weight" } } }),
  showEvent: async (api) => {
    const listed = await api.GET("/events");
    const id = listed.data?.data[0]?.id;
    // A service that has read each app once has no events.
    return id === undefined ? listed : api.GET("/events/{event_id}", { params: { path: { event_id: id } } });
  },
  listCompetitors: (api) => api.GET("/competitors"),
  createView: async (api, found) => {
    const scope = { path: "/changes/all", query: { whose: "all", country: country_code } };
    const reply = await api.POST("/views", { body: { name: "All changes", scope } });
    found.viewId = reply.data?.data.id ?? 0;
    return reply;
  },
  listViews: (api) => api.GET("/views"),
  updateView: (api, { viewId }) =>
    api.PATCH("/views/{view_id}", { params: { path: { view_id: viewId } }, body: { name: "Everything" } }),
  deleteView: (api, { viewId }) => api.DELETE("/views/{view_id}", { params: { path: { view_id: viewId } } }),
  createNote: async (api, found) => {
    const body = { day: "2026-03-01", app_id: found.rivalId, text: "Their campaign begins." };
    const reply = await api.POST("/notes", { body });
    found.noteId = reply.data?.data.id ?? 0;
    return reply;
  },
  listNotes: (api) => api.GET("/notes"),
  updateNote: (api, { noteId }) =>
    api.PATCH("/notes/{note_id}", { params: { path: { note_id: noteId } }, body: { day: "2026-03-02" } }),
  deleteNote: (api, { noteId }) => api.DELETE("/notes/{note_id}", { params: { path: { note_id: noteId } } }),
  createTag: async (api, found) => {
    const reply = await api.POST("/tags", { body: { name: "Weather" } });
    found.tagId = reply.data?.data.id ?? 0;
    return reply;
  },
  tagApp: (api, { app, tagId }) =>
    api.PUT("/apps/{platform}/{external_id}/tags/{tag_id}", { params: { path: { ...app, tag_id: tagId } } }),
  listTags: (api) => api.GET("/tags"),
  renameTag: (api, { tagId }) =>
    api.PATCH("/tags/{tag_id}", { params: { path: { tag_id: tagId } }, body: { name: "Forecasts" } }),
  untagApp: (api, { app, tagId }) =>
    api.DELETE("/apps/{platform}/{external_id}/tags/{tag_id}", { params: { path: { ...app, tag_id: tagId } } }),
  deleteTag: (api, { tagId }) => api.DELETE("/tags/{tag_id}", { params: { path: { tag_id: tagId } } }),
  removeCompetitor: (api, { app, linkId }) =>
    api.DELETE("/apps/{platform}/{external_id}/competitors/{competitor_id}", {
      params: { path: { ...app, competitor_id: linkId } },
    }),
  searchPublishers: (api) => api.GET("/publishers/search", { params: { query: { term, platform } } }),
  listPublishers: (api) => api.GET("/publishers"),
  showPublisher: (api, { publisher }) =>
    api.GET("/publishers/{platform}/{external_id}", { params: { path: publisher } }),
  listPublisherStoreApps: async (api, found) => {
    const reply = await api.GET("/publishers/{platform}/{external_id}/store-apps", {
      params: { path: found.publisher },
    });
    found.sibling = reply.data?.data[0]?.external_id ?? "";
    return reply;
  },
  importPublisherApps: (api, { publisher, sibling }) =>
    api.POST("/publishers/{platform}/{external_id}/import", {
      params: { path: publisher },
      body: { external_ids: [sibling] },
    }),
  untrackApp: (api, { app }) => api.DELETE("/apps/{platform}/{external_id}/track", { params: { path: app } }),
  showProfile: (api) => api.GET("/account/profile"),
  updateProfile: (api) => api.PATCH("/account/profile", { body: { name: "You again" } }),
  updatePassword: (api) =>
    api.PUT("/account/password", {
      body: {
        current_password: account.password,
        password,
        password_confirmation: password,
        revoke_other_tokens: true,
      },
    }),
  markEventsSeen: (api) => api.PUT("/account/seen", { body: { events_until: "2026-01-01T00:00:00Z" } }),
  createFeed: async (api, found) => {
    const reply = await api.POST("/feeds", { body: { name: "Mine", scope: { kind: "mine" } } });
    found.feedId = reply.data?.data.id ?? 0;
    return reply;
  },
  listFeeds: (api) => api.GET("/feeds"),
  deleteFeed: (api, { feedId }) => api.DELETE("/feeds/{feed_id}", { params: { path: { feed_id: feedId } } }),
  createWebhook: async (api, found) => {
    const body = { name: "Mine", url: "https://receiver.invalid/hook", scope: { kind: "mine" as const } };
    const reply = await api.POST("/webhooks", { body });
    found.webhookId = reply.data?.data.id ?? 0;
    return reply;
  },
  previewWebhook: (api) =>
    api.POST("/webhooks/preview", { body: { scope: { kind: "mine" }, filter: { rank_milestones: [1, 10] } } }),
  listWebhooks: (api) => api.GET("/webhooks"),
  updateWebhook: (api, { webhookId }) =>
    api.PATCH("/webhooks/{webhook_id}", { params: { path: { webhook_id: webhookId } }, body: { min_weight: 0.25 } }),
  testWebhook: async (api, found) => {
    const params = { path: { webhook_id: found.webhookId } };
    const reply = await api.POST("/webhooks/{webhook_id}/test", { params });
    found.deliveryId = reply.data?.data.id ?? 0;
    return reply;
  },
  listDeliveries: (api, { webhookId }) =>
    api.GET("/webhooks/{webhook_id}/deliveries", { params: { path: { webhook_id: webhookId } } }),
  redeliver: (api, { webhookId, deliveryId }) =>
    api.POST("/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver", {
      params: { path: { webhook_id: webhookId, delivery_id: deliveryId } },
    }),
  replayEvents: (api, { webhookId }) =>
    api.POST("/webhooks/{webhook_id}/replay", {
      params: { path: { webhook_id: webhookId } },
      body: { from: new Date(Date.now() - 3_600_000).toISOString() },
    }),
  rotateSecret: (api, { webhookId }) =>
    api.POST("/webhooks/{webhook_id}/rotate-secret", { params: { path: { webhook_id: webhookId } } }),
  deleteWebhook: (api, { webhookId }) =>
    api.DELETE("/webhooks/{webhook_id}", { params: { path: { webhook_id: webhookId } } }),
  createApiToken: async (api, found) => {
    const body = { name: "laptop", abilities: ["read" as const], expires_at: "2099-12-31T23:59:59Z" };
    const reply = await api.POST("/account/api-tokens", { body });
    found.tokenId = reply.data?.data.token.id ?? 0;
    return reply;
  },
  listApiTokens: (api) => api.GET("/account/api-tokens"),
  revokeApiToken: (api, { tokenId }) =>
    api.DELETE("/account/api-tokens/{token_id}", { params: { path: { token_id: tokenId } } }),
  logOut: async (api, found) => {
    // The account is deleted afterwards, by a token that outlives the logout.
    const body = { name: "last", abilities: ["write" as const], expires_at: null };
    const last = await api.POST("/account/api-tokens", { body });
    const reply = await api.POST("/auth/logout");
    found.token = last.data?.data.plain_text_token ?? "";
    return reply;
  },
  deleteProfile: (api) => api.DELETE("/account/profile", { body: { password } }),
};

const none = { platform, external_id: "" } as const;
const ids = {
  rivalId: 0,
  linkId: 0,
  keywordId: 0,
  viewId: 0,
  noteId: 0,
  tagId: 0,
  tokenId: 0,
  feedId: 0,
  webhookId: 0,
  deliveryId: 0,
};
const found: Found = { token: "", app: none, sibling: "", publisher: none, ...ids };
const api = createClient<paths>({ baseUrl: `${process.argv[2] ?? "http://127.0.0.1:3000"}/api/v1` });
api.use({
  onRequest: ({ request }) => {
    if (found.token !== "") request.headers.set("authorization", `Bearer ${found.token}`);
  },
});

for (const [operation, call] of Object.entries(calls)) {
  const { response, error } = await call(api, found);
  if (!response.ok) throw new Error(`${operation} was completed with ${response.status}, ${JSON.stringify(error)}.`);
}
process.stdout.write(`Called ${Object.keys(calls).length} operations.\n`);
