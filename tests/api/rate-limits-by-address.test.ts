import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { createPasswords } from "../../lib/auth/password.ts";
import { createApi } from "../support/api.ts";
import { useDatabase } from "../support/database.ts";

const database = useDatabase();

const AT_ONCE = 300;
const passwords = createPasswords(4);

const account = () => ({
  name: "Ada",
  email: `${crypto.randomUUID()}@example.com`,
  password: "correct horse",
  password_confirmation: "correct horse",
});

type Sender = { readonly sourceIp: string; readonly headers?: Readonly<Record<string, string>> };

function createClient(overrides: Parameters<typeof createApi>[1] = {}) {
  const api = createApi(database().db, overrides);
  const send = (path: string) => (sender: Sender, body: unknown) =>
    api.request({ method: "POST", path, body, ...sender });
  return { register: send("/auth/register"), logIn: send("/auth/login") };
}

const statusesOf = async (responses: Promise<{ status: number }>[]) =>
  (await Promise.all(responses)).map(({ status }) => status);

const times = <Result>(count: number, make: (turn: number) => Result) =>
  Array.from({ length: count }, (_, turn) => make(turn));

const countOf = (statuses: readonly number[], wanted: number) => statuses.filter((status) => status === wanted).length;

/** The limiter reads the database's clock alone, so time passes by ageing the window. */
function age(sourceIp: string, seconds: number) {
  return database().db.execute(sql`
    UPDATE rate_limits SET window_started_at = window_started_at - make_interval(secs => ${seconds})
    WHERE bucket = ${`auth:ip:${sourceIp}`}`);
}

describe("the rate limit of register and login", () => {
  it("[LIM-1] admits exactly 5 of 300 simultaneous registrations", async () => {
    const { register } = createClient();
    const statuses = await statusesOf(times(AT_ONCE, () => register({ sourceIp: "192.0.2.1" }, account())));

    expect([countOf(statuses, 201), countOf(statuses, 429)]).toEqual([5, AT_ONCE - 5]);
  });

  it("[LIM-1] admits exactly 5 of 300 simultaneous logins", async () => {
    const { register, logIn } = createClient();
    const body = account();
    await register({ sourceIp: "192.0.2.2" }, body);

    const statuses = await statusesOf(times(AT_ONCE, () => logIn({ sourceIp: "192.0.2.3" }, body)));

    expect([countOf(statuses, 200), countOf(statuses, 429)]).toEqual([5, AT_ONCE - 5]);
  });

  it("[LIM-1 REQ-3] shares one bucket between register and login", async () => {
    const { register, logIn } = createClient();
    const sender = { sourceIp: "192.0.2.4" };

    const statuses = await statusesOf(times(AT_ONCE, (turn) => (turn % 2 === 0 ? register : logIn)(sender, account())));

    expect(countOf(statuses, 429)).toBe(AT_ONCE - 5);
  });

  it("[REQ-3] shares no bucket between two addresses", async () => {
    const { logIn } = createClient();
    const senders = [{ sourceIp: "192.0.2.5" }, { sourceIp: "192.0.2.6" }];

    const statuses = await Promise.all(senders.map((sender) => statusesOf(times(20, () => logIn(sender, account())))));

    expect(statuses.map((ofOne) => countOf(ofOne, 429))).toEqual([15, 15]);
  });

  it("shares one bucket among all addresses of an IPv6 /64", async () => {
    const { logIn } = createClient();
    const inOneNetwork = times(20, (turn) => logIn({ sourceIp: `2001:db8:0:7::${turn}` }, account()));
    const besideIt = logIn({ sourceIp: "2001:db8:0:8::1" }, account());

    expect(countOf(await statusesOf(inOneNetwork), 429)).toBe(15);
    expect((await besideIt).status).toBe(401);
  });

  it.each([
    ["198.51.100.1", "X-Forwarded-For", ""],
    ["198.51.100.2", "Forwarded", "for="],
    ["198.51.100.3", "X-Real-IP", ""],
    ["198.51.100.4", "X-Client-IP", ""],
    ["198.51.100.5", "True-Client-IP", ""],
    ["198.51.100.6", "CF-Connecting-IP", ""],
  ])("[REQ-4] gives %s no other bucket for a forged %s", async (sourceIp, header, lead) => {
    const { logIn } = createClient();
    const forge = (address: string) => ({ [header]: lead + address });

    const statuses = await statusesOf(
      times(20, (turn) => logIn({ sourceIp, headers: forge(`10.0.0.${turn}`) }, account())),
    );
    const beside = await logIn({ sourceIp: `${sourceIp}0`, headers: forge(sourceIp) }, account());

    expect(countOf(statuses, 429)).toBe(15);
    expect(beside.status).toBe(401);
  });

  it("counts requests with a body that is invalid, malformed, too large or of another type", async () => {
    const { register } = createClient();
    const sender = { sourceIp: "192.0.2.8" };
    const bodies = [{}, "{ not json", "x".repeat(256 * 1024 + 1), account()];
    const headers = { "content-type": "text/plain" };

    const statuses = [
      ...(await statusesOf(bodies.map((body) => register(sender, body)))),
      (await register({ ...sender, headers }, account())).status,
      (await register(sender, account())).status,
    ];

    expect(statuses).toEqual([422, 400, 413, 201, 415, 429]);
  });

  it("[REQ-5] rejects a request over the limit before any password is hashed or compared", async () => {
    let worked = 0;
    const { register, logIn } = createClient({
      passwords: {
        cost: passwords.cost,
        hash: async (password) => {
          worked += 1;
          return passwords.hash(password);
        },
        matches: async () => {
          worked += 1;
          return false;
        },
      },
    });
    const sender = { sourceIp: "192.0.2.9" };

    const statuses = await statusesOf(times(50, (turn) => (turn % 2 === 0 ? register : logIn)(sender, account())));

    expect(countOf(statuses, 429)).toBe(45);
    expect(worked).toBe(5);
  });

  it("[LIM-1] starts the window with the first request, and the next after 60 seconds", async () => {
    const { logIn } = createClient();
    const sender = { sourceIp: "192.0.2.10" };
    const attempt = async () => (await logIn(sender, {})).headers["x-ratelimit-remaining"];
    const remaining = [await attempt()];

    await age(sender.sourceIp, 40);
    remaining.push(await attempt(), await attempt(), await attempt(), await attempt());
    await age(sender.sourceIp, 10);
    const rejected = await logIn(sender, {});
    await age(sender.sourceIp, 10);
    remaining.push(await attempt());

    expect(remaining).toEqual(["4", "3", "2", "1", "0", "4"]);
    expect(rejected.status).toBe(429);
    expect(Number(rejected.headers["retry-after"])).toBeLessThanOrEqual(10);
  });

  it("is not extended by rejected requests", async () => {
    const { logIn } = createClient();
    const sender = { sourceIp: "192.0.2.11" };
    await statusesOf(times(5, () => logIn(sender, {})));
    await age(sender.sourceIp, 30);

    await statusesOf(times(50, () => logIn(sender, {})));
    await age(sender.sourceIp, 30);

    expect((await logIn(sender, {})).status).toBe(422);
  });

  it("uses the database's clock, not the function's", async () => {
    const sender = { sourceIp: "192.0.2.12" };
    await statusesOf(times(5, () => createClient().logIn(sender, {})));

    const { logIn } = createClient({ now: () => new Date("2099-01-01T00:00:00Z") });

    expect((await logIn(sender, {})).status).toBe(429);
  });
});
