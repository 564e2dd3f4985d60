import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { endpoints } from "../../functions/endpoints.ts";
import { bundleFunctions } from "../../infra/aws/bundle/bundle-functions.ts";
import { bundleName } from "../../infra/aws/bundle/bundle-name.ts";
import { allEntries, entries } from "../../infra/aws/entries.ts";
import { dev } from "../../infra/aws/stages.ts";
import { byRun } from "../support/by-run.ts";
import { resourcesOf, synthesiseStage } from "./fixtures/synthesise-stage.ts";

const root = join(import.meta.dirname, "..", "..");

/** What a cold start of an API function may read, in bytes. */
const START_BYTES_MAX = 250 * 1024;

/** Of the endpoints one of each need: a bundle takes a second, and there are many. */
const bundled = byRun({
  usual: [
    ...new Map(endpoints.map(({ needs, entry }) => [needs, entry])).values(),
    ...Object.values(entries.scrapers),
    entries.respondToUnknownRoute,
    entries.migrate,
    entries.syncApp,
  ],
  long: allEntries(),
});
const bundledEndpoints = endpoints.filter(({ entry }) => bundled.includes(entry));

let outDir: string;
let contents: Awaited<ReturnType<typeof bundleFunctions>>;
beforeAll(async () => {
  outDir = join(await mkdtemp(join(tmpdir(), "shelfwatch-bundles-")), "dist");
  contents = await bundleFunctions({ root, entries: bundled, outDir, minify: true });
}, 300_000);
afterAll(() => rm(join(outDir, ".."), { recursive: true, force: true }));

describe("the bundles for deployment", () => {
  it("are one folder per function", async () => {
    expect((await readdir(outDir)).toSorted()).toEqual(bundled.map(bundleName).toSorted());
  });

  it("load without node_modules, and export a handler", { timeout: 300_000 }, async () => {
    const load = `
      for (const url of JSON.parse(process.argv[1])) {
        const { handler } = await import(url);
        if (typeof handler !== "function") throw new Error(url);
      }`;
    const urls = bundled.map((entry) => `file://${join(outDir, bundleName(entry), "index.mjs")}`);
    const arguments_ = ["--input-type=module", "-e", load, JSON.stringify(urls)];

    await expect(promisify(execFile)(process.execPath, arguments_, { cwd: outDir, env: {} })).resolves.toBeDefined();
  });

  it("start an API function without Node's own HTTP client, which none of them uses", {
    timeout: 300_000,
  }, async () => {
    const load = `
      await Promise.all(JSON.parse(process.argv[1]).map((url) => import(url)));
      console.log(process.moduleLoadList.filter((name) => /undici|http2/.test(name)).join());`;
    const urls = bundledEndpoints.map(({ entry }) => `file://${join(outDir, bundleName(entry), "index.mjs")}`);
    const arguments_ = ["--input-type=module", "-e", load, JSON.stringify(urls)];

    const { stdout } = await promisify(execFile)(process.execPath, arguments_, { cwd: outDir, env: {} });
    expect(stdout.trim()).toBe("");
  });

  it("start an API function with 250 KB at most", () => {
    for (const { entry } of bundledEndpoints) {
      expect({ entry, bytes: contents.get(entry)?.startBytes }).toSatisfy(({ bytes }) => bytes < START_BYTES_MAX);
    }
  });

  it("contain only the AWS clients that the function uses", () => {
    const clients = (entry: string) =>
      [...(contents.get(entry)?.packages ?? [])].filter((name) => /^@aws-sdk\/client-|signature-v4$/.test(name));
    const secrets = "@aws-sdk/client-secrets-manager";
    const sqs = "@aws-sdk/client-sqs";
    const signer = "@smithy/signature-v4";
    const clientsByNeed = {
      database: [secrets],
      sessions: [secrets],
      on_demand_queues: [secrets, sqs],
      chart_queues: [secrets, sqs],
      stores: [secrets],
    };

    for (const { entry, needs } of bundledEndpoints) {
      const own = clients(entry).filter((name) => name !== signer);
      expect({ entry, clients: own.toSorted() }).toEqual({ entry, clients: clientsByNeed[needs] });
    }
    for (const entry of [...Object.values(entries.scrapers), entries.respondToUnknownRoute]) {
      expect({ entry, clients: clients(entry) }).toEqual({ entry, clients: [] });
    }
  });

  it("contain the SQL files of the migration", async () => {
    const found = await readdir(join(outDir, bundleName(entries.migrate), "migrations"));

    expect(found).toEqual(await readdir(join(root, "db", "migrations")));
  });

  it("contain the RDS authorities by region in functions that connect to the database only", async () => {
    const templates = Object.values(synthesiseStage(dev));
    const functions = templates.flatMap((template) => resourcesOf(template, "AWS::Lambda::Function"));
    const connecting = functions.filter(([, { Properties }]) => JSON.stringify(Properties).includes('"DATABASE_HOST"'));
    const wanted = connecting.map(([, { Metadata }]) => String(Metadata?.["local:entry"]));
    const given = bundled.filter((entry) => existsSync(join(outDir, bundleName(entry), "rds-authorities")));

    expect(given.toSorted()).toEqual(bundled.filter((entry) => wanted.includes(entry)).toSorted());
    const one = join(outDir, bundleName(entries.syncApp), "rds-authorities", "eu-central-1.pem");
    expect((await readFile(one, "utf8")).match(/BEGIN CERTIFICATE/g)).toHaveLength(3);
  });
});
