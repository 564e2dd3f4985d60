import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";

import { createMissingPartitions } from "../../../db/queries/upkeep/partitions.ts";
import { sessions } from "../../../db/schema/accounts.ts";
import { createPasswords } from "../../../lib/auth/password.ts";
import { createApi, issueToken } from "../../support/api.ts";
import {
  addChange,
  addCompetitor,
  addListing,
  addMetrics,
  addOfferChange,
  addVersion,
  track,
} from "../../support/catalogue.ts";
import { addChart, categoryIdOf } from "../../support/charts.ts";
import type { TestDb } from "../../support/database.ts";
import { addEvent } from "../../support/events.ts";
import {
  type App,
  createApp,
  createPublisher,
  createUser,
  type Publisher,
  type User,
} from "../../support/factories.ts";
import { addTermDays } from "../../support/keyword-results.ts";
import { queryOf, registerClient, startAuthorization } from "../oauth/connect-client.ts";

/** Two users of the same apps: what the one tracks the other compares, and both compare the same apps with others. */

export const PASSWORD = "correct horse";
export const ANDROID_APP = "com.example.installed";
const DAY = "2026-03-01";
/** `GET /changes` reaches back 90 days by the clock of the database. */
const REPORTED_AT = new Date(Date.now() - 86_400_000);
const APPS = 6;
/** The place of an app that one user tracks and the other compares. */
const OF_GROWING_PUBLISHER = 1;

/** By the places of apps; the last link of each is of an app that the other tracks, and its user no longer does. */
const shapes = [
  {
    name: "Ada",
    tracks: [0, 1],
    links: [
      [0, 2],
      [1, 2],
      [1, 3],
      [2, 4],
    ],
  },
  {
    name: "Bob",
    tracks: [0, 2, 4],
    links: [
      [0, 1],
      [0, 3],
      [0, 4],
      [2, 0],
      [4, 3],
      [1, 5],
    ],
  },
] as const;

export type Member = {
  readonly user: User;
  readonly token: string;
  readonly otherToken: string;
  readonly apiTokenId: number;
  readonly feedId: number;
  readonly webhookId: number;
  readonly deliveryId: number;
  /** `name=value` of a browser session. */
  readonly cookie: string;
  /** The secret of a client's request, which waits for the user's decision. */
  readonly consentSecret: string;
  /** Ids of the competitor links, in their order. */
  readonly links: readonly number[];
  readonly view: number;
  /** One is about an app that both follow, one about no app. */
  readonly notes: readonly number[];
  /** Each app that the user follows has one, and one has no app. */
  readonly tags: readonly number[];
};

export type World = {
  readonly db: TestDb;
  readonly apps: readonly App[];
  /** One of each app, and one of an app that nobody follows and a publisher has added. */
  readonly events: readonly string[];
  readonly reportedAt: Date;
  readonly members: readonly Member[];
  /** Terms that both users track for the app that both track, and one that only the second user tracks. */
  readonly keywordIds: readonly number[];
  /** A client that both users can connect. */
  readonly clientId: string;
};

/** Fills a database. Each that is filled has the same ids. */
export async function createWorld(db: TestDb): Promise<World> {
  const publisher = await createPublisher(db, { externalId: "4711", name: "Publisher" });
  const growing = await createPublisher(db, { externalId: "4712", name: "Growing publisher" });
  const apps: App[] = [];
  for (let place = 0; place < APPS; place += 1) {
    const { id: publisherId } = place === OF_GROWING_PUBLISHER ? growing : publisher;
    apps.push(await createApp(db, { externalId: `${1_000 + place}`, name: `App ${place}`, publisherId }));
  }
  await createApp(db, { platform: "android", externalId: ANDROID_APP });
  const events: string[] = [];
  for (const app of apps) events.push(await addHistory(db, app));
  events.push(await addAddedApp(db, growing));
  await createMissingPartitions(db, new Date(DAY));
  const categoryId = await categoryIdOf(db, "ios", null);
  const chart = { platform: "ios", collection: "top_free", countryCode: "us", categoryId, chartDate: DAY } as const;
  await addChart(
    db,
    chart,
    apps.map(({ id: appId }, index) => ({ rank: index + 1, appId })),
  );
  const password = await createPasswords(4).hash(PASSWORD);
  const clientId = await registerClient(createApi(db));
  const members: Member[] = [];
  for (const shape of shapes) members.push(await createMember(db, { shape, password, apps, clientId }));
  const keywordIds = await trackTerms(db, { apps, members });
  return { db, apps, events, reportedAt: REPORTED_AT, members, keywordIds, clientId };
}

/** Apps that are not the first 20 of a search have these before them. */
const unknownIds = Array.from({ length: 20 }, (_, index) => `unknown.${index}`);

async function trackTerms(db: TestDb, { apps, members }: Pick<World, "apps" | "members">): Promise<readonly number[]> {
  const [app] = apps;
  const keywordIds: number[] = [];
  for (const [term, from] of [
    ["weather", 0],
    ["radar", 1],
  ] as const) {
    const [added] = await db.execute<{ id: number }>(sql`
      INSERT INTO tracked_terms (platform, country_code, term) VALUES ('ios', 'us', ${term}) RETURNING id`);
    const id = added?.id ?? 0;
    keywordIds.push(id);
    const shown = apps.toReversed().map(({ externalId }) => externalId);
    await addTermDays(db, { keywordId: id, days: [{ day: DAY, shown: [...shown.slice(from), ...unknownIds] }] });
    for (const { user } of members.slice(from)) {
      await db.execute(sql`
        INSERT INTO tracked_keywords (user_id, app_id, keyword_id) VALUES (${user.id}, ${app?.id}, ${id})`);
    }
  }
  return keywordIds;
}

async function addHistory(db: TestDb, app: App): Promise<string> {
  const versionId = await addVersion(db, { appId: app.id, version: "1.0" });
  await addMetrics(db, { appId: app.id, countryCode: "us", rating: 4, ratingCount: 10, price: 0, currency: "USD" });
  await addListing(db, { appId: app.id, versionId, locale: "en-US", description: `The weather of ${app.name}.` });
  await addChange(db, { appId: app.id, locale: "en-US", fieldChanged: "title" });
  await addOfferChange(db, { appId: app.id, countryCode: "us" });
  await db.execute(sql`
    INSERT INTO sync_statuses (app_id, run_id, purpose, status, current_step, queued_at, completed_at)
    VALUES (${app.id}, gen_random_uuid(), 'tracked', 'failed', 'identity', now(), now())`);
  return await addEvent(db, { appId: app.id, occurredAt: new Date(DAY), reportedAt: REPORTED_AT });
}

async function addAddedApp(db: TestDb, { id, externalId, name }: Publisher): Promise<string> {
  const app = await createApp(db, { externalId: "2000", name: "Added app", publisherId: id });
  const at = { occurredAt: new Date(DAY), reportedAt: REPORTED_AT };
  const data = { publisher: { id, external_id: externalId, name } };
  return await addEvent(db, { appId: app.id, publisherId: id, type: "publisher.app_added", data, ...at });
}

/** An event about a term that the user tracks, which nobody else sees. */
async function addOwnEvent(db: TestDb, { name, ...of }: { appId: number; userId: number; name: string }) {
  const term = `term of ${name}`;
  const move = { keyword_id: 1, term, country_code: "us", rank: 1, previous_rank: 9, window: 250 };
  const data = { keyword_date: DAY.slice(0, 10), keywords: [move], keywords_total: 1 };
  const at = { occurredAt: new Date(DAY), reportedAt: REPORTED_AT };
  await addEvent(db, { ...of, type: "keyword.rank_changed", data, ...at });
}

type NewMember = {
  readonly shape: (typeof shapes)[number];
  readonly password: string;
  readonly apps: readonly App[];
  readonly clientId: string;
};

async function createMember(db: TestDb, { shape, password, apps, clientId }: NewMember): Promise<Member> {
  const { name, tracks, links } = shape;
  const idAt = (place: number) => apps[place]?.id ?? 0;
  const user = await createUser(db, { name, email: `${name.toLowerCase()}@example.com`, password });
  for (const place of tracks) await track(db, { userId: user.id, appId: idAt(place) });
  const added: number[] = [];
  for (const [parent, rival] of links) {
    added.push(await addCompetitor(db, { userId: user.id, appId: idAt(parent), competitorAppId: idAt(rival) }));
  }
  await addOwnEvent(db, { appId: idAt(tracks[0]), userId: user.id, name });
  const { token } = await issueToken(db, user.id);
  const { token: otherToken } = await issueToken(db, user.id);
  const body = { name: `program of ${name}` };
  const created = await createApi(db).request({ method: "POST", path: "/account/api-tokens", token, body });
  const own = await addOwn(db, { name, token, apps });
  const feed = { name: `feed of ${name}`, scope: { kind: "mine" } };
  const withFeed = await createApi(db).request({ method: "POST", path: "/feeds", token, body: feed });
  const secret = createHash("sha256").update(name).digest("base64url");
  const id = createHash("sha256").update(secret).digest();
  const expiresAt = new Date(Date.now() + 3_600_000);
  await db.insert(sessions).values({ id, userId: user.id, expiresAt });
  const cookie = `shelfwatch_session=${secret}`;
  const started = await startAuthorization(createApi(db), cookie, queryOf(clientId));
  return {
    user,
    token,
    otherToken,
    apiTokenId: created.body.data.token.id,
    feedId: withFeed.body.data.id,
    ...(await addWebhook(db, { name, token })),
    cookie,
    consentSecret: started.body.data.consent.secret,
    links: added,
    ...own,
  };
}

/** Adds a webhook with a delivery. */
async function addWebhook(db: TestDb, { name, token }: Pick<Member, "token"> & { name: string }) {
  const api = createApi(db);
  const body = { name: `webhook of ${name}`, url: "https://receiver.example/hook", scope: { kind: "mine" } };
  const created = await api.request({ method: "POST", path: "/webhooks", token, body });
  const webhookId: number = created.body.data.id;
  const tested = await api.request({ method: "POST", path: `/webhooks/${webhookId}/test`, token });
  const deliveryId: number = tested.body.data.id;
  return { webhookId, deliveryId };
}

/** Adds a view, two notes and two tags, whose names both users choose alike. */
async function addOwn(
  db: TestDb,
  { name, token, apps }: Pick<Member, "token"> & { name: string; apps: readonly App[] },
) {
  const api = createApi(db, { requestsPerMinute: 1_000 });
  const add = async (path: string, body: object): Promise<number> =>
    (await api.request({ method: "POST", path, token, body })).body.data.id;
  const view = await add("/views", { name: "Mine", scope: { path: "/apps", query: { q: name } } });
  const notes = [
    await add("/notes", { day: DAY, app_id: apps[0]?.id, text: `What ${name} knows of the app.` }),
    await add("/notes", { day: DAY, text: `What ${name} knows.` }),
  ];
  const tags = [await add("/tags", { name: "Followed" }), await add("/tags", { name: "Unused" })];
  for (const { externalId } of apps)
    await api.request({ method: "PUT", path: `/apps/ios/${externalId}/tags/${tags[0]}`, token });
  return { view, notes, tags };
}

/** Returns the rows of a user in every table that refers to users, and the user's own. */
export async function rowsOf(db: TestDb, { user }: Member): Promise<Readonly<Record<string, unknown>>> {
  const rows: Record<string, unknown> = { users: await db.execute(sql`SELECT * FROM users WHERE id = ${user.id}`) };
  for (const table of await tablesOfUsers(db)) {
    rows[table] = await db.execute(sql`
      SELECT to_jsonb(t) AS row FROM ${sql.identifier(table)} t WHERE user_id = ${user.id} ORDER BY 1`);
  }
  return rows;
}

/** Leaves a user with an account alone, as if they had never done anything. */
export async function clear(db: TestDb, { user }: Member): Promise<void> {
  for (const table of await tablesOfUsers(db)) {
    await db.execute(sql`DELETE FROM ${sql.identifier(table)} WHERE user_id = ${user.id}`);
  }
}

async function tablesOfUsers(db: TestDb): Promise<readonly string[]> {
  const rows = await db.execute<{ name: string }>(sql`
    SELECT conrelid::regclass::text AS name FROM pg_constraint
    WHERE contype = 'f' AND confrelid = 'users'::regclass AND conparentid = 0 ORDER BY name`);
  return rows.map(({ name }) => name);
}
