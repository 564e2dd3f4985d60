import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";

import { type StoreSimulator, startStoreSimulator } from "../../infra/store-simulator/simulator.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { honestUserAgent, readProbeOptions } from "./probes/options.ts";
import { type ProbeStoresDeps, probeStores } from "./probes/probe-stores.ts";
import { REQUESTS_MAX } from "./probes/run-probes.ts";
import { createProbeSender, type ProbeSender } from "./probes/send-probe.ts";
import { storeProbes } from "./probes/store-probes.ts";

const HONEST = "Shelfwatch/1 (+https://shelfwatch.example)";
let simulator: StoreSimulator;

beforeAll(async () => {
  simulator = await startStoreSimulator();
  return () => simulator.stop();
});
afterEach(() => {
  simulator.faults.clear();
  simulator.requests.clear();
});

const command = join(import.meta.dirname, "probe-stores.ts");
const failure = z.object({ code: z.number(), stdout: z.string(), stderr: z.string() });

async function runCommand(...given: readonly string[]) {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [command, ...given], { timeout: 60_000 });
    return { code: 0, stdout, stderr: "" };
  } catch (error) {
    return failure.parse(error);
  }
}

/** Runs the probes in this process, by default against the simulator. */
async function probe(changed: Partial<ProbeStoresDeps> = {}) {
  const said: string[] = [];
  const unmet = await probeStores({
    probes: storeProbes,
    simulatorUrl: simulator.url,
    honestAgent: HONEST,
    send: createProbeSender(simulator.url),
    now: () => 0,
    sleep: async () => undefined,
    say: (line) => said.push(line),
    ...changed,
  });
  return { unmet, said, results: said.map((line) => line.split(/ {2,}/)) };
}

/** Sends to the simulator what `respond` does not respond to. */
function sender(respond: (...request: Parameters<ProbeSender>) => number | undefined): ProbeSender {
  const send = createProbeSender(simulator.url);
  return async (...request) => {
    const status = respond(...request);
    return status === undefined ? send(...request) : { status, headers: new Headers(), body: "" };
  };
}

describe("npm run probe:stores", () => {
  it("ends with 0 when the stores do all that the service relies on", async () => {
    const { code, stdout } = await runCommand("--simulator", simulator.url, "--contact", "https://shelfwatch.example");

    expect(stdout).toMatch(/^result +host +request +expected +got$/m);
    expect(stdout).toMatch(
      /^ok +itunes\.apple\.com +150 ids +200, their rows +200, 150 rows in another order, \d+ kB$/m,
    );
    expect(stdout).toMatch(/^ok +itunes\.apple\.com +201 ids +502 +502/m);
    expect(stdout).toMatch(/page of all charts +200, 4 charts +200, 4 charts of 200, \d+, \d+, \d+, at \/us\/.+\/36$/m);
    expect(stdout).toContain('To the user agent "Shelfwatch/0.1.0 (+https://shelfwatch.example)"');
    expect(stdout).toMatch(/^18 of 18 expectations that the service relies on hold; 2 of the others do not\.$/m);
    expect(code).toBe(0);
    expect(simulator.requests.count()).toBe(storeProbes.length);
    expect(new Set(simulator.requests.list().map(({ method }) => method))).toEqual(new Set(["GET"]));
  });

  it("ends with 1, and says what was expected, when something does not hold", async () => {
    simulator.faults.add({ match: { kind: "lookup", language: "fr_ca" }, respond: { status: 400 } });
    const { code, stdout } = await runCommand("--simulator", simulator.url);

    expect(stdout).toMatch(/^FAILED +itunes\.apple\.com +ca in fr_ca +200, some apps +400$/m);
    expect(stdout).toMatch(/^17 of 18 expectations/m);
    expect(code).toBe(1);
  });

  it("ends with 2 for a wrong command line", async () => {
    expect(await runCommand("--simulator", "somewhere")).toMatchObject({
      code: 2,
      stderr: '--simulator is an address that begins with http://, not "somewhere".\n',
    });
  });
});

describe("a run of probes", () => {
  it("has few enough requests", () => {
    expect(storeProbes.length).toBeLessThanOrEqual(REQUESTS_MAX);
    expect(REQUESTS_MAX).toBeLessThanOrEqual(60);
  });

  it.each(["README.md", "docs/deploy.md"])("has as many requests as %s says", (name) => {
    const text = readFileSync(join(import.meta.dirname, "..", "..", name), "utf8");

    expect(text).toContain(`sends ${storeProbes.length} requests`);
  });

  it("sends a real host one request in three seconds at most", async () => {
    let now = 0;
    const sentAt = new Map<string, number[]>();
    const send = sender(({ host }) => {
      sentAt.set(host, [...(sentAt.get(host) ?? []), now]);
      now += 200;
      return undefined;
    });
    const sleep = async (ms: number) => {
      now += ms;
    };
    await probe({ simulatorUrl: undefined, send, sleep, now: () => now });

    expect([...sentAt.keys()]).toHaveLength(4);
    for (const times of nonEmpty(sentAt).values()) {
      for (const [index, time] of nonEmpty(times).entries())
        expect(time - (times[index - 1] ?? -3_000)).toBeGreaterThanOrEqual(3_000);
    }
  });

  it("tries the honest user agent first, and then what the scrapers send", async () => {
    const agents: (readonly [string, string])[] = [];
    await probe({ send: sender(({ host }, _path, agent) => void agents.push([host, agent])) });
    const first = (host: string) =>
      agents
        .filter(([sentTo]) => sentTo === host)
        .map(([, agent]) => agent)
        .slice(0, 2);

    expect(first("itunes.apple.com")).toEqual([HONEST, expect.stringMatching(/^Mozilla\/5\.0 \(Macintosh.*Safari/)]);
    expect(first("play.google.com")).toEqual([HONEST, expect.stringMatching(/^Mozilla\/5\.0 \(X11.*Chrome/)]);
    expect(agents.slice(14).map(([, agent]) => agent)).not.toContain(HONEST);
  });

  it("names the hosts that respond otherwise to the honest user agent, and does not fail for it", async () => {
    const send = sender(({ host }, _path, agent) => (host === "apps.apple.com" && agent === HONEST ? 403 : undefined));
    const { unmet, said } = await probe({ send });

    expect(unmet).toBe(0);
    expect(said).toContain("  apps.apple.com responds otherwise: page of an app");
    expect(said).toContain("  itunes.apple.com responds alike");
    expect(said.find((line) => line.startsWith("scrapers.userAgent"))).toContain(
      JSON.stringify({ text: HONEST, hosts: ["itunes.apple.com", "search.itunes.apple.com", "play.google.com"] }),
    );
  });

  it("shows that the store redirects a page of charts, and does not fail", async () => {
    const location = "https://apps.apple.com/cn/iphone/today";
    simulator.faults.add({ match: { kind: "chart_page" }, respond: { status: 302, headers: { location } } });
    const { unmet, results } = await probe();

    expect(unmet).toBe(0);
    expect(results.filter(([, , name]) => name?.includes("charts"))).toEqual([
      ["differs", "apps.apple.com", "page of all charts", "200, 4 charts", "302"],
      ["differs", "apps.apple.com", "page of a genre's charts", "200, 2 charts", "302"],
    ]);
  });

  it.each([
    [429, "honest"],
    [403, "usual"],
  ])("leaves a host alone that returns %i to the %s user agent", async (status, agent) => {
    let rejected = 0;
    const send = sender(({ host }, path, sent) => {
      if (host !== "itunes.apple.com" || !path.startsWith("/lookup") || (sent === HONEST) !== (agent === "honest"))
        return;
      rejected += 1;
      return status;
    });
    const { unmet, results } = await probe({ send });
    const lookups = results.filter(([, host, name]) => host === "itunes.apple.com" && name === "150 ids");

    expect(rejected).toBe(1);
    expect(lookups).toEqual([
      [
        "not tried",
        "itunes.apple.com",
        "150 ids",
        "200, their rows",
        `itunes.apple.com is left alone: it returned ${status}`,
      ],
    ]);
    expect(results.find(([, , name]) => name === "page of Google Play")?.[0]).toBe("ok");
    expect(unmet).toBeGreaterThan(5);
  });

  it("names why a store gave no response, and gives up after two", async () => {
    const { unmet, results } = await probe({ send: createProbeSender("http://127.0.0.1:9") });
    const ofApple = results.filter(([, host]) => host === "itunes.apple.com").slice(0, 3);

    expect(ofApple.map(([verdict, , , , got]) => [verdict, got])).toEqual([
      ["differs", expect.stringMatching(/bad port|ECONNREFUSED/)],
      ["FAILED", expect.stringMatching(/bad port|ECONNREFUSED/)],
      ["not tried", expect.stringMatching(/^itunes\.apple\.com is left alone: /)],
    ]);
    expect(unmet).toBe(18);
  });
});

describe("a request of a probe", () => {
  const send = (url: string, limits?: { readonly timeoutMs: number }) =>
    createProbeSender(url, limits)({ host: "itunes.apple.com" }, "/lookup?id=1", HONEST);

  it("ends after its time, also within a body", async () => {
    for (const respond of ["timeout", "stall"] as const) {
      simulator.faults.clear();
      simulator.faults.add({ respond });

      await expect(send(simulator.url, { timeoutMs: 100 })).rejects.toThrow("no response within 0.1 s");
    }
  });

  it("ends within a body that is too long", async () => {
    simulator.faults.add({ respond: "padded_to_200_mb" });

    await expect(send(simulator.url)).rejects.toThrow("the response is longer than 16 MB");
  });

  it("names a connection that fails", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    // A server that listens on a port has an address with one.
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));

    await expect(send(`http://127.0.0.1:${port}`)).rejects.toThrow(`connect ECONNREFUSED 127.0.0.1:${port}`);
  });

  it("names a host that does not resolve", async () => {
    await expect(send("http://store.invalid")).rejects.toThrow(/getaddrinfo \w+ store\.invalid/);
  });
});

describe("the command line of the probes", () => {
  it("has a contact for the honest user agent", () => {
    const options = readProbeOptions(["--contact", "bots@shelfwatch.example"]);

    expect(options).toEqual({ contact: "bots@shelfwatch.example", simulatorUrl: undefined });
    expect(honestUserAgent("0.1.0", options?.contact)).toBe("Shelfwatch/0.1.0 (+bots@shelfwatch.example)");
    expect(honestUserAgent("0.1.0", undefined)).toBe("Shelfwatch/0.1.0");
  });

  it.each(["a (b)", "line\nbreak", ""])("rejects the contact %j", (contact) => {
    expect(() => readProbeOptions([`--contact=${contact}`])).toThrow("--contact is a web or e-mail address");
  });
});
