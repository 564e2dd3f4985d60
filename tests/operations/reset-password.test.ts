import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";

import { createPasswords } from "../../lib/auth/password.ts";
import { resetPassword } from "../../lib/operations/reset-password.ts";
import { createAccount, PASSWORD } from "../api/account/account.ts";
import { useDatabase } from "../support/database.ts";

const database = useDatabase();
const deps = () => ({ db: database().db, passwords: createPasswords(4), randomBytes });

describe("reset-password", () => {
  it("gives a user who lost their password a new one, whatever was tried before, and leaves tokens valid", async () => {
    const { user, send, logIn } = await createAccount(database().db);
    for (let times = 0; times < 11; times += 1) await logIn("wrong horse");

    const reset = await resetPassword(deps(), { email: user.email.toUpperCase(), revoke_tokens: false });

    expect(reset).toEqual({ email: user.email, password: expect.stringMatching(/^[\w-]{24}$/), revoked_tokens: 0 });
    expect([(await logIn(reset.password)).status, (await logIn(PASSWORD)).status]).toEqual([200, 401]);
    expect((await send("GET", "/account/profile")).status).toBe(200);
  });

  it("ends the user's tokens where the event says so, and nobody else's", async () => {
    const [account, other] = [await createAccount(database().db), await createAccount(database().db)];

    const reset = await resetPassword(deps(), { email: account.user.email, revoke_tokens: true });

    expect(reset.revoked_tokens).toBe(1);
    expect((await account.send("GET", "/account/profile")).status).toBe(401);
    expect((await other.send("GET", "/account/profile")).status).toBe(200);
  });

  it("rejects an address that nobody has", async () => {
    await expect(resetPassword(deps(), { email: "nobody@example.com", revoke_tokens: false })).rejects.toThrow(
      "No user has the e-mail address nobody@example.com.",
    );
  });
});
