import { randomBytes } from "node:crypto";
import type { Sql } from "postgres";
import * as z from "zod";

import { databaseOf } from "../../../db/client.ts";
import { insertToken } from "../../../db/queries/accounts/access-tokens.ts";
import { formatToken, hashSecret, newTokenSecret } from "../../../lib/auth/access-token.ts";
import type { CheckResult } from "./checks.ts";

const REQUEST_MS_MAX = 35_000;
const ATTEMPTS_MAX = 4;
const UNAVAILABLE = 503;
const APPS_READ = 3;
const CHARTS_READ = 3;
const PROBLEM_CHARACTERS_MAX = 200;

type Service = { readonly url: string; readonly signal: AbortSignal };
type Reader = Service & { readonly sql: Sql; readonly token: string };

/** Reads the restored data as a client does: as a new user, and as the one who tracks most apps. */
export async function readOverApi(sql: Sql, service: Service): Promise<readonly CheckResult[]> {
  const results = [await readReferenceData({ ...service, sql, token: await retried(() => register(service)) })];
  const [user] = await sql<{ id: number; email: string; apps: number }[]>`
    SELECT u.id, u.email, count(t.app_id)::int AS apps FROM users u LEFT JOIN tracked_apps t ON t.user_id = u.id
    GROUP BY u.id ORDER BY apps DESC, u.id LIMIT 1`;
  if (user === undefined) throw new TypeError("The user who has just registered is not there.");

  const reader = { ...service, sql, token: await issueToken(sql, user.id) };
  const { data: me } = await get(reader, "/auth/me", z.object({ data: z.object({ email: z.string() }) }));
  const { meta } = await get(reader, "/apps", z.object({ meta: z.object({ total: z.int() }) }));
  const tracked = compare(`the user who tracks most apps, and these, ${user.apps}`, [
    ["The email of GET /auth/me", me.email === user.email],
    [`The number of GET /apps (${meta.total} of ${user.apps})`, meta.total === user.apps],
  ]);
  return [...results, tracked, await readApps(reader), await readCharts(reader)];
}

/** Returns the token of a new account, which shows that the restored database takes writes. */
async function register(service: Service): Promise<string> {
  const password = randomBytes(12).toString("hex");
  const email = `restored-${randomBytes(4).toString("hex")}@example.com`;
  const body = JSON.stringify({ name: "Restore rehearsal", email, password, password_confirmation: password });
  const path = "/auth/register";
  const headers = { "content-type": "application/json" };
  const { data } = await send(
    service,
    { method: "POST", path, headers, body },
    z.object({ data: z.object({ token: z.string() }) }),
  );
  return data.token;
}

/** Returns a token of the restored database, which is deleted with it: nobody's password is known here. */
async function issueToken(sql: Sql, userId: number): Promise<string> {
  const secret = newTokenSecret(randomBytes);
  const token = { userId, name: "restore rehearsal", secretHash: hashSecret(secret), abilities: ["read" as const] };
  return formatToken({ id: await insertToken(databaseOf(sql), token), secret });
}

async function readReferenceData(reader: Reader): Promise<CheckResult> {
  const { data } = await get(reader, "/countries", z.object({ data: z.array(z.unknown()) }));
  const [known] = await reader.sql<{ countries: number }[]>`
    SELECT count(*)::int AS countries FROM countries WHERE code <> 'zz'`;
  return compare(`a new account, and ${data.length} countries`, [["GET /countries", data.length === known?.countries]]);
}

type StoredApp = {
  readonly platform: string;
  readonly externalId: string;
  readonly name: string | null;
  readonly rating: number | null;
  readonly listings: number;
};

const shownApp = z.object({
  data: z.object({ name: z.string().nullable(), rating: z.number().nullable(), listings: z.array(z.unknown()) }),
});

async function readApps(reader: Reader): Promise<CheckResult> {
  const apps = await reader.sql<StoredApp[]>`
    SELECT platform, external_id AS "externalId", name, rating::float8, (
      SELECT count(*)::int FROM (
        SELECT DISTINCT ON (locale) is_present FROM app_store_listings l WHERE l.app_id = a.id
        ORDER BY locale, valid_from DESC) current WHERE is_present) AS listings
    FROM apps a WHERE last_synced_at IS NOT NULL ORDER BY last_synced_at DESC, id LIMIT ${APPS_READ}`;
  const claims: Claim[] = [];
  for (const { platform, externalId, name, rating, listings } of apps) {
    const { data } = await get(reader, `/apps/${platform}/${encodeURIComponent(externalId)}`, shownApp);
    const isSame = data.name === name && data.rating === rating && data.listings.length === listings;
    claims.push([`GET /apps/${platform}/${externalId}`, isSame]);
  }
  return compare(`${apps.length} apps with name, rating and listings`, claims);
}

type StoredChart = {
  readonly platform: string;
  readonly collection: string;
  readonly country: string;
  readonly category: number;
  readonly day: string;
  readonly apps: number;
};

async function readCharts(reader: Reader): Promise<CheckResult> {
  const charts = await reader.sql<StoredChart[]>`
    SELECT platform, collection, country_code AS country, category_id AS category, chart_date::text AS day, (
      SELECT count(*)::int FROM unnest(app_ids) AS charted(id) JOIN apps a USING (id)) AS apps
    FROM chart_days ORDER BY chart_date DESC, platform, collection, country_code LIMIT ${CHARTS_READ}`;
  const claims: Claim[] = [];
  for (const { platform, collection, country, category, day, apps } of charts) {
    const query = new URLSearchParams({
      platform,
      collection,
      country_code: country,
      category_id: `${category}`,
      date: day,
    });
    const { data } = await get(reader, `/charts?${query}`, z.object({ data: z.array(z.unknown()) }));
    claims.push([`GET /charts?${query} (${data.length} of ${apps} ranks)`, data.length === apps]);
  }
  return compare(`${charts.length} charts with all their ranks`, claims);
}

async function get<Schema extends z.ZodType>(
  { token, ...service }: Service & Pick<Reader, "token">,
  path: string,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const headers = { authorization: `Bearer ${token}` };
  return await retried(() => send(service, { method: "GET", path, headers }, schema));
}

type Request = {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
};

async function send<Schema extends z.ZodType>(
  { url, signal }: Service,
  { path, ...request }: Request,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const stop = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS_MAX)]);
  const response = await fetch(`${url}/api/v1${path}`, { ...request, signal: stop });
  const text = await response.text();
  if (response.ok) return schema.parse(JSON.parse(text));
  const problem = text.slice(0, PROBLEM_CHARACTERS_MAX);
  const message = `${request.method} ${path} of the restored service returned ${response.status}: ${problem}`;
  throw response.status === UNAVAILABLE ? new UnavailableError(message) : new Error(message);
}

class UnavailableError extends Error {
  override readonly name = "UnavailableError";
}

/** On a busy machine a function may take longer to start than its gateway waits. */
async function retried<Result>(request: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof UnavailableError) || attempt === ATTEMPTS_MAX) throw error;
    }
  }
}

type Claim = readonly [what: string, holds: boolean];

function compare(checked: string, claims: readonly Claim[]): CheckResult {
  const wrong = claims.filter(([, holds]) => !holds);
  return { checked, faults: wrong.map(([what]) => `${what} differs from the rows.`) };
}
