import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";

import { changeOwnPassword, ensureAppRole, logInAs } from "../../db/app-role.ts";
import { type Credentials, connectWithCredentials } from "../../db/connect-with-credentials.ts";
import { statement } from "../../db/statement.ts";
import { otherRole, rotatePassword, type SecretVersions } from "../../lib/operations/rotate-password.ts";
import { useDatabase } from "../support/database.ts";
import { requirePasswords } from "../support/require-passwords.ts";

const database = useDatabase();
const ROLE = `app_${crypto.randomUUID().replaceAll("-", "")}`;
const steps = ["createSecret", "setSecret", "testSecret", "finishSecret"] as const;

const readRole = statement({
  name: "read_role",
  effect: "reads",
  row: () => z.object({ role: z.string() }),
  sql: () => sql`SELECT current_user AS role FROM countries LIMIT 1`,
});

const touchCountry = statement({
  name: "touch_country",
  effect: "writes",
  row: () => z.object({ role: z.string() }),
  sql: () => sql`UPDATE countries SET priority = priority WHERE code = 'us' RETURNING current_user AS role`,
});

/** A secret as Secrets Manager keeps it: versions and the labels that are on them. */
function secretWith(first: Credentials): SecretVersions {
  const versions = new Map([["first", first]]);
  const labels = { current: "first", pending: "" };
  return {
    readCurrent: async () => versions.get(labels.current) ?? first,
    readPending: async (version) => (labels.pending === version ? versions.get(version) : undefined),
    writePending: async (version, credentials) => {
      versions.set(version, credentials);
      labels.pending = version;
    },
    promote: async (version) => {
      labels.current = version;
    },
  };
}

let secret: SecretVersions;
let passwords = 0;
const owner = () => ({ ...database().connection, max: 1 });
const dependencies = () => ({
  findSecret: () => ({
    versions: secret,
    nextRole: otherRole,
    setPassword: (role: Credentials) => ensureAppRole(owner(), role),
  }),
  logIn: (role: Credentials) => logInAs(owner(), role),
  newPassword: () => `password ${++passwords}`,
});
const take = (Step: (typeof steps)[number], version: string) =>
  rotatePassword(dependencies(), { SecretId: "app", Step, ClientRequestToken: version });

/** Each step is sent twice, as Secrets Manager may do. */
async function rotate(version: string): Promise<Credentials> {
  for (const step of steps.flatMap((step) => [step, step])) await take(step, version);
  return secret.readCurrent();
}

beforeAll(async () => {
  const first = { username: ROLE, password: "first" };
  secret = secretWith(first);
  await ensureAppRole(owner(), first);
  await requirePasswords(database(), `${ROLE}_rights`);
});

describe("the rotation of the functions' password", () => {
  it("takes two roles by turns, and fails no request of functions that hold older credentials", async () => {
    const functions = [1, 2, 3].map(() => connectWithCredentials({ ...owner() }, secret.readCurrent));
    const roles: string[] = [];
    const load = { isOn: true };
    const sending = functions.map(async ({ db }) => {
      while (load.isOn) roles.push(...(await readRole(db, {})).map(({ role }) => role));
    });

    const current: string[] = [];
    for (const version of ["second", "third", "fourth"]) {
      current.push((await rotate(version)).username);
      // Each function connects again, with the credentials that it knows or, where those are rejected, the current ones.
      await database().sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename LIKE ${`${ROLE}%`}`;
      const seen = roles.length;
      await expect.poll(() => roles.length, { timeout: 10_000 }).toBeGreaterThan(seen + 20);
    }
    load.isOn = false;
    await Promise.all(sending);
    await Promise.all(functions.map(({ end }) => end()));

    expect(current).toEqual([`${ROLE}_2`, ROLE, `${ROLE}_2`]);
    // The first role's password changes with the second rotation, which makes that role the current one again.
    expect([...new Set(roles)]).toEqual([ROLE]);
  });

  it("is followed by functions whose credentials are rejected, one rotation later", async () => {
    const [kept, rejected] = [secret.readCurrent, secret.readCurrent];
    const old = await kept();
    let reads = 0;
    const { db, end } = connectWithCredentials(owner(), async () => (reads++ === 0 ? old : rejected()));
    await rotate("fifth");
    const own = await touchCountry(db, {});
    await end();
    expect(own).toEqual([{ role: old.username }]);

    await rotate("sixth");
    const again = connectWithCredentials(owner(), async () => (reads++ === 1 ? old : rejected()));
    expect(await touchCountry(again.db, {})).toEqual([{ role: (await rejected()).username }]);
    await again.end();
    expect(reads).toBe(3);
  });

  it("only tests the current credentials when it is configured", async () => {
    const before = await secret.readCurrent();
    await take("testSecret", "of the test");

    expect(await secret.readCurrent()).toEqual(before);
    await expect(take("setSecret", "of nobody")).rejects.toThrow("no pending version");
  });
});

describe("the rotation of the owner's password", () => {
  const OWNER = `owner_${crypto.randomUUID().replaceAll("-", "")}`;
  const first = { username: OWNER, password: "first" };

  it("keeps the role, which changes its own password, also when each step is taken twice", async () => {
    // Of the group whose members need their passwords here.
    await database().sql.unsafe(`CREATE ROLE ${OWNER} LOGIN PASSWORD 'first' IN ROLE "${ROLE}_rights"`);
    const versions = secretWith(first);
    const asOwner = async () => ({ ...owner(), ...(await versions.readCurrent()) });
    const deps = {
      findSecret: () => ({
        versions,
        nextRole: (username: string) => username,
        setPassword: async (role: Credentials) => changeOwnPassword(await asOwner(), role),
      }),
      logIn: async (role: Credentials) => logInAs(await asOwner(), role),
      newPassword: () => "a 'quoted' one",
    };
    for (const Step of steps.flatMap((step) => [step, step])) {
      await rotatePassword(deps, { SecretId: "owner", Step, ClientRequestToken: "second" });
    }

    expect(await versions.readCurrent()).toEqual({ username: OWNER, password: "a 'quoted' one" });
    await logInAs(owner(), await versions.readCurrent());
    await expect(logInAs(owner(), first)).rejects.toMatchObject({ code: "28P01" });
  });
});
