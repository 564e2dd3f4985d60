import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { createPasswords } from "../../../lib/auth/password.ts";
import { PASSWORD_ATTEMPTS_MAX, PASSWORD_WINDOW_MINUTES } from "../../../lib/domain/password-attempts.ts";
import { useDatabase } from "../../support/database.ts";
import { createAccount, PASSWORD } from "../account/account.ts";

const database = useDatabase();

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
  const fail = (times: number, email?: string) =>
    Promise.all(Array.from({ length: times }, () => account.logIn("wrong horse", email)));
  return { ...account, unknown, fail, comparisons: () => compared };
}

/** The limiter reads the database's clock alone, so time passes by ageing the windows. */
function passMinutes(minutes: number) {
  return database().db.execute(
    sql`UPDATE password_attempts SET window_started_at = window_started_at - make_interval(mins => ${minutes})`,
  );
}

const statusesOf = (responses: readonly { readonly status: number }[]) => responses.map(({ status }) => status);

describe("failed logins", () => {
  it("[REQ-7] are limited per account from any number of addresses, though the password be right then", async () => {
    const { fail, logIn, comparisons } = await world();

    const failed = await fail(30);
    const right = await logIn(PASSWORD);

    expect(statusesOf(failed).toSorted()).toEqual([...Array(10).fill(401), ...Array(20).fill(429)]);
    expect(right.status).toBe(429);
    expect(Number(right.headers["retry-after"])).toBeGreaterThan(60 * (PASSWORD_WINDOW_MINUTES - 1));
    expect(right.headers).toHaveProperty("x-ratelimit-reset");
    expect(comparisons()).toBe(PASSWORD_ATTEMPTS_MAX);
  });

  it("[REQ-7] are limited alike for an email that nobody has, in any case", async () => {
    const { user, unknown, fail } = await world();

    const [known, none] = [await fail(12, user.email), await fail(6, unknown)];
    none.push(...(await fail(6, unknown.toUpperCase())));

    expect(statusesOf(none).toSorted()).toEqual(statusesOf(known).toSorted());
    const bodiesOf = (responses: readonly { readonly text: string | undefined }[]) =>
      [...new Set(responses.map(({ text }) => text))].toSorted();
    expect(bodiesOf(none)).toEqual(bodiesOf(known));
  });

  it("[REQ-7] end no token of the user, and lock nobody else out", async () => {
    const { send, fail } = await world();
    const stranger = await world();

    await fail(12);

    expect((await send("GET", "/account/profile")).status).toBe(200);
    expect((await stranger.logIn(PASSWORD)).status).toBe(200);
    const change = { current_password: PASSWORD, password: "another one", password_confirmation: "another one" };
    expect((await send("PUT", "/account/password", change)).status).toBe(204);
  });

  it("are forgotten 15 minutes after the first of them, and not prolonged by further ones", async () => {
    const { fail, logIn } = await world();
    await fail(10);
    await passMinutes(PASSWORD_WINDOW_MINUTES - 1);
    const still = await fail(5);

    await passMinutes(1);

    expect(statusesOf(still)).toEqual(Array(5).fill(429));
    expect((await logIn(PASSWORD)).status).toBe(200);
  });

  it("do not count logins that succeed, which make none of the failed ones undone", async () => {
    const { fail, logIn } = await world();
    await fail(9);

    const right = [];
    for (let times = 0; times < 12; times += 1) right.push(await logIn(PASSWORD));

    expect(statusesOf(right)).toEqual(Array(12).fill(200));
    expect(statusesOf(await fail(2)).toSorted()).toEqual([401, 429]);
  });

  it("store no email", async () => {
    const { unknown, fail } = await world();
    await fail(1, unknown);

    const rows = await database().db.execute<{ bucket: string }>(sql`SELECT bucket FROM password_attempts`);

    expect(rows.filter(({ bucket }) => !/^(email:[\da-f]{64}|user:\d+)$/.test(bucket))).toEqual([]);
  });
});
