import { queryOf } from "../oauth/connect-client.ts";
import { ANDROID_APP, type Member, PASSWORD, type World } from "./interlocked-users.ts";

export type Walk = World & { readonly sender: Member; readonly other: Member };

export type Sent = {
  readonly path: string;
  readonly body?: object;
  /** Default: the sender's. */
  readonly token?: string;
};

const NEW_PASSWORD = "another horse";
const CHART = "platform=ios&collection=top_free&country_code=us";
const REGISTRATION = { name: "Eve", password: PASSWORD, password_confirmation: PASSWORD };

/** A request for each app. */
const each =
  (rest: string) =>
  ({ apps }: Walk): readonly Sent[] =>
    apps.map(({ externalId }) => ({ path: `/apps/ios/${externalId}${rest}` }));

const at =
  (...paths: readonly string[]) =>
  (): readonly Sent[] =>
    paths.map((path) => ({ path }));

/** Requests for apps with the tags of the sender, and of the other, which are as good as none. */
const tagged =
  (path: string) =>
  ({ sender, other }: Pick<Walk, "sender" | "other">): readonly Sent[] =>
    [...sender.tags, ...other.tags].map((id) => ({ path: `${path}?tags=${id}` }));

/** A request to the path with each id, those of the other first. */
const named = (path: string, ids: readonly (number | undefined)[], body?: object): readonly Sent[] =>
  ids.map((id) => ({ path: `${path}/${id}`, ...(body && { body }) }));

/**
 * The requests of one user to every operation, in this order: reads, then writes, of which the last ends the account. They
 * name what is the sender's own, what is the other's and what is nobody's.
 */
export const walkedOperations: Readonly<Record<string, (walk: Walk) => readonly Sent[]>> = {
  showCurrentUser: at("/auth/me"),
  showProfile: at("/account/profile"),
  listApiTokens: at("/account/api-tokens"),
  listFeeds: at("/feeds"),
  listWebhooks: at("/webhooks"),
  listDeliveries: ({ sender, other }) =>
    [other, sender].map(({ webhookId }) => ({ path: `/webhooks/${webhookId}/deliveries` })),
  listCountries: at("/countries"),
  listStoreCategories: at("/store-categories?platform=ios"),
  listApps: ({ sender, other }) => [
    ...["", "?search=app", "?per_page=1&page=2"].map((query) => ({ path: `/apps${query}` })),
    ...tagged("/apps")({ sender, other }),
  ],
  showApp: each(""),
  showOverview: ({ apps }) =>
    apps.flatMap(({ externalId }) =>
      ["", ...apps.map((rival) => `&rivals=${rival.externalId}`)].map((rivals) => ({
        path: `/apps/ios/${externalId}/overview?days=2${rivals}`,
      })),
    ),
  showListing: each("/listing?country_code=us"),
  compareListings: each("/listing/diff?locale=en-US&with_locale=en-US"),
  showAvailability: each("/availability"),
  showPrices: each("/prices"),
  listFacts: each("/facts?history=true"),
  listInstalls: at(`/apps/android/${ANDROID_APP}/installs`),
  showSimilarApps: each("/similar"),
  showSyncStatus: each("/sync-status"),
  showRatingSummary: each("/ratings/summary"),
  showRatingHistory: each("/ratings/history"),
  listCountryRatings: each("/ratings/country-breakdown"),
  listRankings: each("/rankings?collection=top_free"),
  listKeywords: each("/keywords"),
  compareKeywords: ({ apps }) =>
    apps.flatMap(({ externalId }) =>
      apps.map(({ id }) => ({ path: `/apps/ios/${externalId}/keywords/compare?app_ids=${id}` })),
    ),
  listAppCompetitors: each("/competitors"),
  listCompetitors: (walk) => [
    ...["", "?search=app"].map((query) => ({ path: `/competitors${query}` })),
    ...tagged("/competitors")(walk),
  ],
  listAppChanges: (walk) => [
    ...["", "?scope=all", "?field=price"].map((query) => ({ path: `/changes/apps${query}` })),
    ...tagged("/changes/apps")(walk),
  ],
  listCompetitorChanges: ({ apps }) => [
    { path: "/changes/competitors" },
    ...apps.map(({ id }) => ({ path: `/changes/competitors?tracked_app_id=${id}` })),
    ...apps.map(({ id }) => ({ path: `/changes/competitors?app_id=${id}` })),
  ],
  listEvents: ({ apps, sender, other }) => [
    ...["", "?scope=mine", "?scope=rivals", "?sort=weight", "?since=last_visit"].map((query) => ({
      path: `/events${query}`,
    })),
    ...apps.map(({ id }) => ({ path: `/events?apps=${id}` })),
    ...tagged("/events")({ sender, other }),
  ],
  pollEvents: ({ reportedAt }) =>
    ["", "&scope=mine", "&scope=rivals"].map((query) => ({
      path: `/changes?from=${reportedAt.toISOString()}${query}`,
    })),
  showEvent: ({ events }) => events.map((id) => ({ path: `/events/${id}` })),
  showDashboard: (walk) => [{ path: "/dashboard" }, ...tagged("/dashboard")(walk)],
  listViews: at("/views"),
  listNotes: ({ apps }) => [
    ...["", "?from=2026-03-01&to=2026-03-01", "?per_page=1&page=2"].map((query) => ({ path: `/notes${query}` })),
    ...apps.map(({ id }) => ({ path: `/notes?app_id=${id}` })),
  ],
  listTags: at("/tags"),
  exploreIcons: at("/explorer/icons"),
  exploreScreenshots: at("/explorer/screenshots"),
  showChart: at(`/charts?${CHART}&date=2026-03-01`, `/charts?${CHART}`),
  showChartMovers: at(`/charts/movers?${CHART}`),
  listPublishers: at("/publishers", "/publishers?platform=ios"),
  showPublisher: at("/publishers/ios/4711"),
  searchPublishers: at("/publishers/search?platform=ios&term=publisher"),
  listPublisherStoreApps: at("/publishers/ios/4711/store-apps"),
  searchApps: at("/apps/search?platform=ios&term=app"),
  listTrackedKeywords: each("/tracked-keywords?include=trends&sort=rank"),
  listKeywordRanks: ({ apps, keywordIds }) =>
    apps.flatMap(({ externalId }) =>
      [
        ...keywordIds.map((id) => `keyword_ids=${id}`),
        ...apps.map(({ id }) => `keyword_ids=${keywordIds[0]}&app_ids=${id}`),
      ].map((query) => ({ path: `/apps/ios/${externalId}/keyword-ranks?${query}&from=2026-02-28&to=2026-03-02` })),
    ),
  compareKeywordRanks: ({ apps }) =>
    apps.flatMap(({ externalId }) =>
      apps.map(({ id }) => ({ path: `/apps/ios/${externalId}/keyword-ranks/compare?app_ids=${id}` })),
    ),
  listKeywordGaps: ({ apps }) =>
    apps.flatMap(({ externalId }) =>
      ["", ...apps.map(({ id }) => `?app_ids=${id}`)].map((query) => ({
        path: `/apps/ios/${externalId}/keyword-ranks/gaps${query}`,
      })),
    ),
  showKeywordResults: ({ keywordIds }) =>
    [...keywordIds, 999_999].flatMap((id) =>
      ["", "?date=2026-03-01"].map((query) => ({ path: `/keywords/${id}/results${query}` })),
    ),
  suggestTerms: at("/keywords/suggestions?platform=ios&term=app"),

  registerUser: () => [{ path: "/auth/register", body: { ...REGISTRATION, email: "eve@example.com" } }],
  logIn: ({ sender, other }) => [
    { path: "/auth/login", body: { email: sender.user.email, password: PASSWORD } },
    { path: "/auth/login", body: { email: other.user.email, password: "wrong horse" } },
  ],
  updateProfile: ({ other }) => [
    { path: "/account/profile", body: { name: "Anew" } },
    { path: "/account/profile", body: { email: other.user.email, current_password: PASSWORD } },
  ],
  markEventsSeen: () => [{ path: "/account/seen", body: { events_until: "2026-03-01T12:00:00Z" } }],
  createFeed: ({ apps }) => [
    { path: "/feeds", body: { name: "new", scope: { kind: "rivals" } } },
    ...apps.map(({ externalId }) => ({
      path: "/feeds",
      body: { name: "new", scope: { kind: "app", app: { platform: "ios", external_id: externalId } } },
    })),
  ],
  deleteFeed: ({ sender, other }) => [other, sender].map(({ feedId }) => ({ path: `/feeds/${feedId}` })),
  createWebhook: ({ apps }) => [
    { path: "/webhooks", body: { name: "new", url: "https://receiver.example/new", scope: { kind: "rivals" } } },
    ...apps.map(({ externalId }) => ({
      path: "/webhooks",
      body: {
        ...{ name: "new", url: "https://receiver.example/new" },
        scope: { kind: "app", app: { platform: "ios", external_id: externalId } },
      },
    })),
  ],
  previewWebhook: ({ apps }) => [
    { path: "/webhooks/preview", body: { scope: { kind: "mine" } } },
    ...apps.map(({ externalId }) => ({
      path: "/webhooks/preview",
      body: { scope: { kind: "app", app: { platform: "ios", external_id: externalId } } },
    })),
  ],
  updateWebhook: ({ sender, other }) =>
    [other, sender].map(({ webhookId }) => ({ path: `/webhooks/${webhookId}`, body: { name: "changed" } })),
  rotateSecret: ({ sender, other }) =>
    [other, sender].map(({ webhookId }) => ({ path: `/webhooks/${webhookId}/rotate-secret` })),
  testWebhook: ({ sender, other }) => [other, sender].map(({ webhookId }) => ({ path: `/webhooks/${webhookId}/test` })),
  redeliver: ({ sender, other }) =>
    [sender, other].flatMap(({ webhookId }) =>
      [other, sender].map(({ deliveryId }) => ({
        path: `/webhooks/${webhookId}/deliveries/${deliveryId}/redeliver`,
      })),
    ),
  replayEvents: ({ sender, other }) =>
    [other, sender].map(({ webhookId }) => ({
      path: `/webhooks/${webhookId}/replay`,
      body: { from: "2026-03-01T00:00:00Z", to: "2026-03-02T00:00:00Z" },
    })),
  deleteWebhook: ({ sender, other }) => [other, sender].map(({ webhookId }) => ({ path: `/webhooks/${webhookId}` })),
  createApiToken: () => [{ path: "/account/api-tokens", body: { name: "new" } }],
  revokeApiToken: ({ sender, other }) =>
    [other, sender].map(({ apiTokenId }) => ({ path: `/account/api-tokens/${apiTokenId}` })),
  createView: () => ["New", "mine"].map((name) => ({ path: "/views", body: { name, scope: { path: "/events" } } })),
  updateView: ({ sender, other }) => named("/views", [other.view, sender.view], { name: "Renamed" }),
  deleteView: ({ sender, other }) => named("/views", [other.view, sender.view]),
  createNote: ({ apps }) => [{ path: "/notes", body: { day: "2026-03-01", app_id: apps[0]?.id, text: "New." } }],
  updateNote: ({ sender, other }) => named("/notes", [...other.notes, ...sender.notes], { text: "Another text." }),
  deleteNote: ({ sender, other }) => named("/notes", [...other.notes, ...sender.notes]),
  createTag: () => ["New", "followed"].map((name) => ({ path: "/tags", body: { name } })),
  renameTag: ({ sender, other }) => named("/tags", [other.tags[1], sender.tags[1]], { name: "Renamed" }),
  tagApp: ({ apps, sender, other }) =>
    apps.flatMap(({ externalId }) => named(`/apps/ios/${externalId}/tags`, [...other.tags, ...sender.tags])),
  untagApp: ({ apps, sender, other }) =>
    apps
      .slice(0, 2)
      .flatMap(({ externalId }) => named(`/apps/ios/${externalId}/tags`, [...other.tags, ...sender.tags])),
  deleteTag: ({ sender, other }) => named("/tags", [other.tags[0], sender.tags[1]]),
  registerApp: ({ apps }) =>
    apps.slice(2, 4).map(({ externalId }) => ({ path: "/apps", body: { platform: "ios", external_id: externalId } })),
  requestSync: each("/sync"),
  trackApp: ({ apps }) => apps.slice(0, 2).map(({ externalId }) => ({ path: `/apps/ios/${externalId}/track` })),
  addCompetitor: ({ apps }) =>
    apps
      .slice(0, 3)
      .flatMap(({ externalId }) =>
        apps.map(({ id }) => ({ path: `/apps/ios/${externalId}/competitors`, body: { competitor_app_id: id } })),
      ),
  removeCompetitor: ({ apps, sender, other }) =>
    apps.flatMap(({ externalId }) =>
      [...other.links, ...sender.links.slice(0, 2)].map((link) => ({
        path: `/apps/ios/${externalId}/competitors/${link}`,
      })),
    ),
  importPublisherApps: ({ apps }) => [
    {
      path: "/publishers/ios/4711/import",
      body: { external_ids: apps.slice(3).map(({ externalId }) => externalId) },
    },
  ],
  trackKeywords: ({ apps }) =>
    apps.slice(0, 3).map(({ externalId }) => ({
      path: `/apps/ios/${externalId}/tracked-keywords`,
      body: { items: ["weather", "radar", "storm"].map((term) => ({ term, country_code: "us" })) },
    })),
  untrackKeyword: ({ apps, keywordIds }) =>
    apps.flatMap(({ externalId }) =>
      keywordIds.map((id) => ({ path: `/apps/ios/${externalId}/tracked-keywords/${id}` })),
    ),
  untrackApp: ({ apps }) => apps.slice(0, 5).map(({ externalId }) => ({ path: `/apps/ios/${externalId}/track` })),
  registerSession: () => [
    { path: "/api/session/registration", body: { ...REGISTRATION, email: "mallory@example.com" } },
  ],
  openSession: ({ sender }) => [{ path: "/api/session", body: { email: sender.user.email, password: PASSWORD } }],
  startAuthorization: ({ clientId }) => [{ path: "/api/session/oauth/requests", body: { query: queryOf(clientId) } }],
  decideAuthorization: ({ sender, other }) =>
    [other, sender].map(({ consentSecret: secret }) => ({
      path: "/api/session/oauth/decisions",
      body: { secret, abilities: ["read"] },
    })),
  issueSessionToken: at("/api/session/token"),
  endSession: at("/api/session"),
  logOut: ({ sender }) => [{ path: "/auth/logout", token: sender.otherToken }],
  updatePassword: () => [
    {
      path: "/account/password",
      body: {
        current_password: PASSWORD,
        password: NEW_PASSWORD,
        password_confirmation: NEW_PASSWORD,
        revoke_other_tokens: true,
      },
    },
  ],
  deleteProfile: () => [{ path: "/account/profile", body: { password: NEW_PASSWORD } }],
};
