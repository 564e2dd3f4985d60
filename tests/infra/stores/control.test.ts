import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";

import { controls } from "../../../infra/store-simulator/control.ts";
import { faultKinds } from "../../../infra/store-simulator/faults/fault-kinds.ts";
import { faultRuleSchema } from "../../../infra/store-simulator/faults/fault-rule.ts";
import { rateLimitSchema } from "../../../infra/store-simulator/limits/rate-limit.ts";
import { type StoreSimulator, startStoreSimulator } from "../../../infra/store-simulator/simulator.ts";
import { requestKinds } from "../../../infra/store-simulator/store-route.ts";
import { get } from "./store-seams.ts";

const document = readFileSync(join(import.meta.dirname, "..", "..", "..", "docs", "simulator.md"), "utf8");
const found = (pattern: RegExp, text = document) => [...text.matchAll(pattern)].map(([, match = ""]) => match);
const section = (title: string) => document.split(/^## /m).find((text) => text.startsWith(`${title}\n`));
const fieldsIn = (title: string) => found(/^\| (`match.+?|`\w+`) \|/gm, section(title));
const sorted = (names: Iterable<string>) => [...new Set(names)].toSorted();

const EXAMPLE: string = "1000015215";
let simulator: StoreSimulator;

beforeAll(async () => {
  simulator = await startStoreSimulator();
  return () => simulator.stop();
});
afterEach(() => {
  simulator.faults.clear();
  simulator.limits.clear();
  for (const app of [ios(), android()]) simulator.catalogue.offerIn({ ...app, countries: undefined });
});

const ios = () => ({ platform: "ios", externalId: EXAMPLE }) as const;
const android = () => {
  const app = simulator.catalogue.apps("android").find(({ on }) => on(0).availableCountries().length > 100);
  return { platform: "android", externalId: app?.externalId ?? "" } as const;
};

async function control(method: string, path: string, body?: object) {
  const response = await fetch(`${simulator.url}/__simulator/${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

const storefronts = ({ platform, externalId }: ReturnType<typeof ios> | ReturnType<typeof android>) =>
  `apps/${platform}/${externalId}/storefronts`;
const shown = z.object({ available_countries: z.array(z.string()), unavailable_countries: z.array(z.string()) });

describe("docs/simulator.md", () => {
  it("names each control, and no other", () => {
    const named = found(/^\| `([A-Z]+ \/__simulator\/[^`?]+)/gm).map((name) => name.replace("/__simulator/", ""));

    expect(sorted(named)).toEqual(sorted(Object.keys(controls)));
  });

  it("names each field and kind of a fault, and no other", () => {
    const fields = fieldsIn("Faults").flatMap((cell) => found(/`([\w.]+)`/g, cell));
    const { match, ...others } = faultRuleSchema.shape;
    const known = [...Object.keys(match.unwrap().shape).map((name) => `match.${name}`), ...Object.keys(others)];
    const [kinds = ""] = found(/<!-- fault kinds -->\n(.+)\n/g);

    expect(sorted(fields)).toEqual(sorted(known));
    expect(sorted(found(/`(\w+)`/g, kinds))).toEqual(sorted(faultKinds));
    expect(found(/^\| `match\.kind` \| (.+) \|$/gm).flatMap((cell) => found(/`(\w+)`/g, cell))).toEqual([
      ...requestKinds,
    ]);
  });

  it("names each field of a limit, and no other", () => {
    const fields = fieldsIn("Limits").flatMap((cell) => found(/`(\w+)`/g, cell));

    expect(sorted(fields)).toEqual(sorted(Object.keys(rateLimitSchema.shape)));
  });

  const examples = [...document.matchAll(/^curl -s( -X [A-Z]+)? "\$SIMULATOR([^"]+)"( -d '([^']+)')?$/gm)].map(
    ([, method, path = "", , body]) => ({
      method: method?.slice(" -X ".length) ?? (body ? "POST" : "GET"),
      path,
      body,
    }),
  );

  it("has examples of all controls", () => {
    expect(examples).toHaveLength(found(/^(curl) /gm).length);
    expect(
      sorted(
        examples.map(({ method, path }) =>
          `${method} ${path.split("?")[0]}`
            .replace(`ios/${EXAMPLE}`, "{platform}/{external_id}")
            .replace("/__simulator/", ""),
        ),
      ),
    ).toEqual(sorted(Object.keys(controls)));
  });

  it.each(examples.filter(({ path }) => !path.endsWith("/outage")))(
    "has an example that works: $method $path $body",
    async ({ method, path, body }) => {
      const response = await fetch(`${simulator.url}${path}`, { method, ...(body && { body }) });

      expect([response.status, await response.json()]).toEqual([200, expect.any(Object)]);
      simulator.setDay(0, 0);
    },
  );
});

describe("the storefronts of an app", () => {
  it.each([ios, android])("are all but those that it is taken out of", async (app) => {
    const { platform } = app();
    const gone = ["us", "de", "fr", "gb"];
    const before = simulator.catalogue.storefronts(platform);

    const { status, body } = await control("PUT", storefronts(app()), { unavailable: gone });

    expect(status).toBe(200);
    expect(shown.parse(body)).toEqual({
      unavailable_countries: gone.toSorted(),
      available_countries: before.filter((code) => !gone.includes(code)),
    });
    if (platform === "ios") expect(shown.parse(body).available_countries).toHaveLength(107);
  });

  it("hold for the lookup and the page of an iOS app, on every day", async () => {
    await control("PUT", storefronts(ios()), { available: ["pe"] });
    const seen = async (country: string) => {
      const lookup = await get(simulator, "itunes.apple.com", `/lookup?id=${EXAMPLE}&country=${country}`);
      const page = await get(simulator, "apps.apple.com", `/${country}/app/id${EXAMPLE}`);
      return [z.object({ resultCount: z.int() }).parse(await lookup.json()).resultCount, page.status];
    };

    for (const day of [0, 200]) {
      simulator.setDay(day);
      expect([await seen("pe"), await seen("us")]).toEqual([
        [1, 301],
        [0, 404],
      ]);
    }
    simulator.setDay(0);
  });

  it.each([ios, android])("hold for searches, charts and the lists of publishers", async (app) => {
    const { platform, externalId } = app();
    const { catalogue } = simulator;
    const one = catalogue.app(platform, externalId);
    const lists = (country: string) => {
      const found = catalogue.search({ platform, term: one?.brand ?? "", country, day: 0, limit: 200 });
      const owned = catalogue.publisherApps({
        platform,
        publisherExternalId: one?.publisher.externalId ?? "",
        country,
        day: 0,
      });
      return [found, owned].map((apps) => apps.some((other) => other.externalId === externalId));
    };
    const chart = () => catalogue.chart({ platform, collection: "top_free", country: "us", category: null, day: 0 });
    const [first] = chart();
    await control("PUT", storefronts(app()), { available: ["pe"] });
    await control("PUT", `apps/${platform}/${first?.externalId}/storefronts`, { unavailable: ["us"] });

    expect([lists("pe"), lists("us")]).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(chart().map((other) => other.externalId)).not.toContain(first?.externalId);
    await control("DELETE", `apps/${platform}/${first?.externalId}/storefronts`);
    expect(chart()[0]?.externalId).toBe(first?.externalId);
  });

  it("are the catalogue's again when they are left to it", async () => {
    const before = (await control("GET", `apps/ios/${EXAMPLE}`)).body;
    const nowhere = await control("PUT", storefronts(ios()), { available: [] });
    expect(nowhere.body).toMatchObject({ is_in_store: false, available_countries: [] });

    expect((await control("DELETE", storefronts(ios()))).body).toEqual(before);
  });

  it.each([
    [storefronts({ platform: "ios", externalId: "1" }), { available: ["pe"] }, 404],
    [storefronts({ platform: "ios", externalId: EXAMPLE }), { available: ["xx"] }, 422],
    [storefronts({ platform: "ios", externalId: EXAMPLE }), { available: ["pe"], unavailable: ["us"] }, 422],
    [storefronts({ platform: "ios", externalId: EXAMPLE }), {}, 422],
    ["apps/web/1/storefronts", { available: ["pe"] }, 422],
  ])("are not changed by PUT %s %j, which is %i", async (path, body, status) => {
    expect(await control("PUT", path, body)).toEqual({ status, body: { error: expect.any(String) } });
  });
});
