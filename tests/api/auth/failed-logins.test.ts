import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { KNOWN_ADDRESS_DAYS } from "../../../db/queries/accounts/known-addresses.ts";
import {
  ADDRESS_ATTEMPTS_MAX,
  PASSWORD_WINDOW_MINUTES,
  UNKNOWN_ATTEMPTS_MAX,
} from "../../../db/queries/accounts/password-attempts.ts";
import { createPasswords } from "../../../lib/auth/password.ts";
import { useDatabase } from "../../support/database.ts";
import { createAccount, PASSWORD } from "../account/account.ts";

const database = useDatabase();

/** More than an address may send in a minute are sent by users of one network: the counts of addresses begin anew. */
async function forgetRequests() {
  await database().db.execute(sql`DELETE FROM rate_limits WHERE bucket LIKE 'auth:ip:%'`);
}

/** An account, and how many passwords have been compared. */
async function world() {
  const passwords = createPasswords(4);
  let compared = 0;
  const counting = {
    ...passwords,
    matches: (password: string, hash: string | undefined) => {
      compared += 1;
      return passwords.matches(password, hash);
    },
  };
  const account = await createAccount(database().db, { passwords: counting });
  const unknown = `${crypto.randomUUID()}@example.com`;
  const [home, attacker] = [crypto.randomUUID(), crypto.randomUUID()];
  /** Wrong passwords, each from another address. */
  const fail = (times: number, email?: string) =>
    Promise.all(Array.from({ length: times }, () => account.logIn("wrong horse", email)));
  /** Wrong passwords from one address, minute by minute. */
  const failAt = async (address: string, times: number, email?: string) => {
    const responses = [];
    for (let time = 0; time < times; time += 1) {
      if (time % 5 === 0) await forgetRequests();
      responses.push(await account.logIn("wrong horse", email, address));
    }
    await forgetRequests();
    return responses;
  };
  const logInAt = (address: string) => account.logIn(PASSWORD, account.user.email, address);
  return { ...account, unknown, home, attacker, fail, failAt, logInAt, comparisons: () => compared };
}

/** The limiter reads the database's clock alone, so time passes by ageing the windows. */
function passMinutes(minutes: number) {
  return database().db.execute(
    sql`UPDATE password_attempts SET window_started_at = window_started_at - make_interval(mins => ${minutes})`,
  );
}

const statusesOf = (responses: readonly { readonly status: number }[]) => responses.map(({ status }) => status);
const each = (count: number, status: number) => Array<number>(count).fill(status);

describe("failed logins", () => {
  it("[REQ-7] are limited per account and address, though the password be right then", async () => {
    const { failAt, logInAt, attacker, comparisons } = await world();

    const failed = await failAt(attacker, ADDRESS_ATTEMPTS_MAX + 5);
    const right = await logInAt(attacker);

    expect(statusesOf(failed)).toEqual([...each(ADDRESS_ATTEMPTS_MAX, 401), ...each(5, 429)]);
    expect(right.status).toBe(429);
    expect(right.body.detail).toBe("More than 10 wrong passwords in 15 minutes.");
    expect(Number(right.headers["retry-after"])).toBeGreaterThan(60 * (PASSWORD_WINDOW_MINUTES - 1));
    expect(right.headers).toHaveProperty("x-ratelimit-reset");
    expect(comparisons()).toBe(ADDRESS_ATTEMPTS_MAX);
  });

  it("[REQ-7] from one address keep the owner out at no other, however many they are", async () => {
    const { failAt, logInAt, attacker, home } = await world();

    await failAt(attacker, UNKNOWN_ATTEMPTS_MAX + 20);

    expect((await logInAt(home)).status).toBe(200);
  });

  it("[REQ-7] from many addresses are limited per account, at simultaneous attempts too", async () => {
    const { fail, logInAt, home, comparisons } = await world();

    const failed = await fail(UNKNOWN_ATTEMPTS_MAX + 20);
    const right = await logInAt(home);

    expect(statusesOf(failed).toSorted()).toEqual([...each(UNKNOWN_ATTEMPTS_MAX, 401), ...each(20, 429)]);
    expect([right.status, right.body.detail]).toEqual([429, "More than 100 wrong passwords in 15 minutes."]);
    expect(Number(right.headers["retry-after"])).toBeGreaterThan(60 * (PASSWORD_WINDOW_MINUTES - 1));
    expect(comparisons()).toBe(UNKNOWN_ATTEMPTS_MAX);
  });

  it("[REQ-7] from many addresses do not keep the owner out where they have logged in within 30 days", async () => {
    const { db, fail, logInAt, home, user } = await world();
    const stranger = await world();
    await logInAt(home);
    await stranger.logInAt(home);
    await fail(UNKNOWN_ATTEMPTS_MAX + 1);
    const elsewhere = await logInAt(crypto.randomUUID());
    const atHome = await logInAt(home);
    await db.execute(sql`
      UPDATE known_addresses SET last_login_at = last_login_at - make_interval(days => ${KNOWN_ADDRESS_DAYS})
      WHERE user_id = ${user.id}`);

    expect([elsewhere.status, atHome.status, (await logInAt(home)).status]).toEqual([429, 200, 429]);
  });

  it("[REQ-7] at a known address do not use up the limit of unknown ones", async () => {
    const { db, logInAt, failAt, home } = await world();
    await logInAt(home);

    await failAt(home, ADDRESS_ATTEMPTS_MAX);

    const rows = await db.execute<{ attempts: number }>(sql`
      SELECT attempts FROM password_attempts WHERE bucket = account AND attempts > 0 AND window_started_at >
        (SELECT max(last_login_at) FROM known_addresses)`);
    expect(rows).toHaveLength(0);
  });

  it.each([
    ["POST /auth/register", "/api/v1/auth/register"],
    ["POST /api/session/registration", "/api/session/registration"],
    ["POST /api/session", "/api/session"],
  ])("[REQ-7] do not keep the owner out at the address of %s", async (_name, path) => {
    const { db, api, user, logIn, fail, home } = await world();
    const isNew = path !== "/api/session";
    const email = isNew ? `${crypto.randomUUID()}@example.com` : user.email;
    const body = { name: "Ada", email, password: PASSWORD, password_confirmation: PASSWORD };
    await api.request({ method: "POST", path, body, sourceIp: home });

    await fail(UNKNOWN_ATTEMPTS_MAX + 1, email);

    expect([(await logIn(PASSWORD, email, home)).status, (await logIn(PASSWORD, email)).status]).toEqual([200, 429]);
    expect(await db.execute(sql`SELECT 1 FROM known_addresses WHERE octet_length(address_sha256) <> 32`)).toEqual([]);
  });

  it("[REQ-7] are limited alike for an email that nobody has, in any case", async () => {
    const { user, unknown, fail, failAt, attacker } = await world();

    const known = [...(await failAt(attacker, 12, user.email)), ...(await fail(100, user.email))];
    const none = await failAt(attacker, 6, unknown);
    none.push(...(await failAt(attacker, 6, unknown.toUpperCase())), ...(await fail(100, unknown)));

    expect(statusesOf(none).toSorted()).toEqual(statusesOf(known).toSorted());
    const bodiesOf = (responses: readonly { readonly text: string | undefined }[]) =>
      [...new Set(responses.map(({ text }) => text))].toSorted();
    expect(bodiesOf(none)).toEqual(bodiesOf(known));
    expect(bodiesOf(none)).toHaveLength(3);
  });

  it("[REQ-7] end no token of the user, and lock nobody else out", async () => {
    const { send, fail } = await world();
    const stranger = await world();

    await fail(UNKNOWN_ATTEMPTS_MAX + 1);

    expect((await send("GET", "/account/profile")).status).toBe(200);
    expect((await stranger.logIn(PASSWORD)).status).toBe(200);
    const change = { current_password: PASSWORD, password: "another one", password_confirmation: "another one" };
    expect((await send("PUT", "/account/password", change)).status).toBe(204);
  });

  it("are forgotten 15 minutes after the first of them, and not prolonged by further ones", async () => {
    const { failAt, logInAt, attacker } = await world();
    await failAt(attacker, ADDRESS_ATTEMPTS_MAX);
    await passMinutes(PASSWORD_WINDOW_MINUTES - 1);
    const still = await failAt(attacker, 5);

    await passMinutes(1);

    expect(statusesOf(still)).toEqual(each(5, 429));
    expect((await logInAt(attacker)).status).toBe(200);
  });

  it("do not count logins that succeed, which make none of the failed ones undone", async () => {
    const { failAt, logInAt, home } = await world();
    await failAt(home, ADDRESS_ATTEMPTS_MAX - 1);

    const right = [];
    for (let times = 0; times < 12; times += 1) {
      await forgetRequests();
      right.push(await logInAt(home));
    }

    expect(statusesOf(right)).toEqual(each(12, 200));
    expect(statusesOf(await failAt(home, 2))).toEqual([401, 429]);
  });

  it("of simultaneous logins that succeed leave no count behind", async () => {
    const { db, user, logIn } = await world();

    await Promise.all(Array.from({ length: 30 }, () => logIn(PASSWORD)));

    const rows = await db.execute<{ attempts: number }>(sql`
      SELECT sum(attempts)::int AS attempts FROM password_attempts
      WHERE account = 'email:' || encode(sha256(convert_to(lower(${user.email}::text), 'UTF8')), 'hex')`);
    expect([...rows]).toEqual([{ attempts: 0 }]);
  });

  it("store neither email nor address", async () => {
    const { unknown, fail, send } = await world();
    await fail(1, unknown);
    await send("DELETE", "/account/profile", { password: "wrong horse" });

    const rows = await database().db.execute<{ bucket: string }>(sql`SELECT bucket FROM password_attempts`);

    const digest = "[\\da-f]{64}";
    const known = new RegExp(`^(email:${digest}|user:\\d+)(@${digest})?$`);
    expect(rows.filter(({ bucket }) => !known.test(bucket))).toEqual([]);
  });
});

describe("the addresses that an account knows", () => {
  it("are at most 100, the latest ones", async () => {
    const { db, user, logInAt, home } = await world();
    await db.execute(sql`
      INSERT INTO known_addresses (user_id, address_sha256, last_login_at)
      SELECT ${user.id}, sha256(n::text::bytea), now() - make_interval(hours => n) FROM generate_series(1, 101) n`);

    await logInAt(home);
    await logInAt(home);

    const rows = await db.execute<{ hours: number }>(sql`
      SELECT round(extract(epoch FROM now() - last_login_at) / 3600)::int AS hours FROM known_addresses
      WHERE user_id = ${user.id} ORDER BY 1`);
    expect(rows.map(({ hours }) => hours)).toEqual(Array.from({ length: 100 }, (_, hours) => hours));
  });
});
