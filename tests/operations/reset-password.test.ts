import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";

import { sessions } from "../../db/schema/accounts.ts";
import { createPasswords } from "../../lib/auth/password.ts";
import { resetPassword } from "../../lib/operations/reset-password.ts";
import { createAccount, PASSWORD } from "../api/account/account.ts";
import { useDatabase } from "../support/database.ts";

const database = useDatabase();
const deps = () => ({ db: database().db, passwords: createPasswords(4), randomBytes });

const sessionOf = (userId: number) => ({ id: randomBytes(32), userId, expiresAt: new Date(Date.now() + 3_600_000) });

async function usersWithSession(ids: readonly number[]) {
  const rows = await database().db.select().from(sessions);
  return rows.map(({ userId }) => userId).filter((id) => ids.includes(id));
}

describe("reset-password", () => {
  it("gives a user who lost their password a new one, whatever was tried before, and ends nothing", async () => {
    const { db } = database();
    const { user, send, logIn } = await createAccount(db);
    await db.insert(sessions).values(sessionOf(user.id));
    for (let times = 0; times < 11; times += 1) await logIn("wrong horse");

    const reset = await resetPassword(deps(), { email: user.email.toUpperCase(), revoke_tokens: false });

    expect(reset).toEqual({ email: user.email, password: expect.stringMatching(/^[\w-]{24}$/), revoked_tokens: 0 });
    expect([(await logIn(reset.password)).status, (await logIn(PASSWORD)).status]).toEqual([200, 401]);
    expect((await send("GET", "/account/profile")).status).toBe(200);
    expect(await usersWithSession([user.id])).toEqual([user.id]);
  });

  it("ends the user's tokens where the event says so, and nobody else's", async () => {
    const { db } = database();
    const [account, other] = [await createAccount(db), await createAccount(db)];
    for (const { user } of [account, other]) await db.insert(sessions).values(sessionOf(user.id));

    const reset = await resetPassword(deps(), { email: account.user.email, revoke_tokens: true });

    expect(reset.revoked_tokens).toBe(1);
    expect((await account.send("GET", "/account/profile")).status).toBe(401);
    expect((await other.send("GET", "/account/profile")).status).toBe(200);
    expect(await usersWithSession([account.user.id, other.user.id])).toEqual([other.user.id]);
  });

  it("rejects an address that nobody has", async () => {
    await expect(resetPassword(deps(), { email: "nobody@example.com", revoke_tokens: false })).rejects.toThrow(
      "No user has the e-mail address nobody@example.com.",
    );
  });
});
