import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { local } from "../../infra/aws/local-stages.ts";
import type { Stage } from "../../infra/aws/stage.ts";
import { dev, prod } from "../../infra/aws/stages.ts";
import * as environments from "../../lib/wiring/environment.ts";
import * as settings from "../../lib/wiring/settings.ts";
import { scraperEnvironment } from "../../scrapers/contracts/environment.ts";
import { mailServer } from "./fixtures/mailing-stage.ts";
import { findPropertyReads } from "./fixtures/property-reads.ts";
import { synthesiseStage } from "./fixtures/synthesise-stage.ts";

const root = join(import.meta.dirname, "../..");
const withHost = (host: Partial<typeof dev.stores.hosts>) => ({
  stores: { ...dev.stores, hosts: { ...dev.stores.hosts, ...host } },
});
const withClass = (hostClass: Partial<typeof dev.stores.classes>) => ({
  stores: { ...dev.stores, classes: { ...dev.stores.classes, ...hostClass } },
});

/** Every setting has an effect: one that nothing reads would be an empty promise. */
describe("the settings", () => {
  it("of a stage are all read at synthesis", () => {
    // A stage that also sets what dev leaves at its default.
    const stage: Stage = {
      ...dev,
      alarmEmails: ["on-call@example.com"],
      runbookUrl: "https://example.com/runbook",
      canary: { schedule: "cron(20 * * * ? *)", probeSchedule: "rate(5 minutes)", searchHour: 9, memoryMb: 256 },
      encryption: "own_key",
      backupCopies: { vaultArn: "arn:aws:backup:us-east-1:111111111111:backup-vault:elsewhere", keepDays: 35 },
      api: {
        ...dev.api,
        reservedConcurrency: 5,
        corsOrigins: ["https://app.example.com"],
        storeRoutes: { throttle: { rate: 5, burst: 20 }, reservedConcurrency: 10 },
        oauth: { registration: "open", reservedConcurrency: 10 },
        domain: { name: "api.example.com", certificateArn: "arn:aws:acm:us-east-1:000000000000:certificate/1" },
      },
      scrapers: {
        ...dev.scrapers,
        userAgent: { text: "Shelfwatch/1", hosts: ["itunes.apple.com"] },
        reservedConcurrency: 50,
      },
    };
    const read = new Set<string>();

    synthesiseStage(watched(stage, read));

    expect(leaves(stage).filter((path) => !read.has(path))).toEqual([]);
  });

  it("of functions and the variables of their environments are all read by code if they may have several values", () => {
    const { parseEnvironment, ...schemasOf } = environments;
    const { json, lostAfterSeconds, wholeNumber, ...sections } = settings;
    const made = [...Object.values(schemasOf), ...Object.values(sections)].map((schema) => schema());
    const names = new Set([...made, scraperEnvironment()].flatMap(variableNames));
    const reads = findPropertyReads(
      codeFiles("{lib,functions,scrapers,db}/**/*.ts", "lib/wiring/environment.ts", "lib/wiring/settings.ts"),
    );

    expect(names.size).toBeGreaterThan(80);
    expect([...names].filter((name) => !reads.has(name))).toEqual([]);
  });

  it("of functions are named by no construct, so that they pass from the stage to their use whole", () => {
    const sections = [
      settings.apiSettings(),
      settings.sessionSettings(),
      settings.syncSettings(),
      settings.chartSettings(),
      settings.retentionSettings(),
    ];
    const names = sections.flatMap(({ shape }) => Object.keys(shape));
    const constructs = codeFiles("infra/aws/{constructs,stacks}/*.ts")
      .map((path) => readFileSync(path, "utf8"))
      .join("\n");

    expect(names.filter((name) => new RegExp(`\\b${name}\\b`).test(constructs))).toEqual([]);
  });

  it.each([
    ["session.driver", { session: { ...dev.session, driver: JSON.parse('"redis"') } }],
    ["session.lifetimeMinutes", { session: { ...dev.session, lifetimeMinutes: 0 } }],
    ["charts.chartsPerMinute.ios", { charts: { ...dev.charts, chartsPerMinute: { ios: -1, android: 1 } } }],
    ["sweep.appsPerRequest", { sweep: { ...dev.sweep, appsPerRequest: 181 } }],
    [
      "stores.hosts.play.google.com.perMinute",
      withHost({ "play.google.com": { perMinute: 0, capacity: 60, mostInAMinute: 1, usersPerDay: 1 } }),
    ],
    ["stores.classes.itunes_rss", withClass({ itunes_rss: { startPerMinute: 9, capPerMinute: 8, adaptive: true } })],
  ])("fail synth by a sentence that names %s", (setting, changed) => {
    expect(() => synthesiseStage({ ...dev, ...changed })).toThrow(
      `Stage dev has settings that do not work:\n${setting} (`,
    );
  });

  it("of sessions fail synth by a sentence that names the only driver", () => {
    const session = { ...dev.session, driver: JSON.parse('"redis"') };

    expect(() => synthesiseStage({ ...dev, session })).toThrow(
      'session.driver ("redis"): Sessions can be stored in the "database" alone.',
    );
  });

  it.each([
    { of: "no alarms", changed: { ...dev, rollbackMinutes: 15 } },
    { of: "too long a watch", changed: { ...prod, rollbackMinutes: 181 } },
    { of: "no canary", changed: { ...dev, monitoring: "full" as const, rollbackMinutes: 15 } },
    { of: "a part of a minute", changed: { ...prod, rollbackMinutes: 0.5 } },
  ])("fail synth where endpoints would be watched with $of", ({ changed }) => {
    expect(() => synthesiseStage(changed)).toThrow(
      "rollbackMinutes: a whole number from 1 to 180, with full monitoring and a canary.",
    );
  });

  it.each<{ of: string; changed: Partial<Stage>; sentence: string }>([
    { of: "an address for a name", changed: { email: { ...mailServer, host: "192.0.2.1" } }, sentence: "email.host (" },
    { of: "no address of a sender", changed: { email: { ...mailServer, from: "Ada" } }, sentence: "email.from (" },
    { of: "another port", changed: { email: { ...mailServer, port: 25 } }, sentence: "email.port (25)" },
    { of: "its own machine", changed: { email: { ...mailServer, host: "localhost" } }, sentence: "its own machine" },
    {
      of: "its own certificate",
      changed: { email: { ...mailServer, certificate: "PEM" } },
      sentence: "nobody vouches",
    },
    {
      of: "no delivery of webhooks",
      changed: { email: mailServer, webhooks: { ...prod.webhooks, delivery: "off" } },
      sentence: "email: must be off, since webhooks.delivery",
    },
  ])("[HOOK-45] of mail fail synth with $of", ({ changed, sentence }) => {
    expect(() => synthesiseStage({ ...prod, ...changed })).toThrow(sentence);
  });

  it("[HOOK-45] of mail are off in the deployed stages", () => {
    expect([dev, prod].map((stage) => stage.email)).toEqual(["off", "off"]);
  });

  it("of sessions are by default those of the specification: in the database, for 120 minutes", () => {
    expect([dev, prod, local].map(({ session }) => session)).toEqual(
      Array(3).fill({ driver: "database", lifetimeMinutes: 120, lifetimeMaxDays: 14 }),
    );
  });
});

function codeFiles(pattern: string, ...except: readonly string[]): readonly string[] {
  return globSync(pattern, { cwd: root })
    .filter((path) => !except.includes(path))
    .map((path) => join(root, path));
}

const jsonSchema = z.looseObject({
  properties: z.record(z.string(), z.looseObject({ const: z.unknown().optional() })).default({}),
});

/** Returns the names of the properties of a schema at any depth that may have more than one value. */
function variableNames(schema: z.ZodType): readonly string[] {
  return namesIn(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
}

function namesIn(schema: unknown): readonly string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const properties = Object.entries(jsonSchema.safeParse(schema).data?.properties ?? {});
  const own = properties.flatMap(([name, property]) => ("const" in property ? [] : [name]));
  return [...own, ...Object.values(schema).flatMap(namesIn)];
}

/** Returns the same value, and notes each property that is read. */
function watched<T extends object>(value: T, read: Set<string>, path = ""): T {
  return new Proxy(value, {
    get(target, key, receiver) {
      const found: unknown = Reflect.get(target, key, receiver);
      if (typeof key === "symbol") return found;
      const name = path === "" ? key : `${path}.${key}`;
      read.add(name);
      const isPlain = typeof found === "object" && found !== null && !Array.isArray(found);
      return isPlain ? watched(found, read, name) : found;
    },
  });
}

function leaves(value: object, path = ""): readonly string[] {
  return Object.entries(value).flatMap(([key, item]) => {
    const name = path === "" ? key : `${path}.${key}`;
    return typeof item === "object" && item !== null && !Array.isArray(item) ? leaves(item, name) : [name];
  });
}
