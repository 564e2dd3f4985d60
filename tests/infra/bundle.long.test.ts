import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";

import { endpoints } from "../../functions/endpoints.ts";
import { CONTENTS_FILE } from "../../infra/aws/bundle/bundle-contents.ts";
import { bundleName } from "../../infra/aws/bundle/bundle-name.ts";
import { allEntries, entries } from "../../infra/aws/entries.ts";
import type { Stage } from "../../infra/aws/stage.ts";
import { dev, prod } from "../../infra/aws/stages.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { mailing } from "./fixtures/mailing-stage.ts";
import { runCdkWith } from "./fixtures/run-cdk.ts";
import { resourcesOf, synthesiseStacks, synthesiseStage } from "./fixtures/synthesise-stage.ts";

const root = join(import.meta.dirname, "..", "..");

/** What a cold start of an API function may read, in bytes. */
const START_BYTES_MAX = 252 * 1024;
/** An overview reads ratings, ranks in charts and for tracked keywords, prices, events and notes at once. */
const OVERVIEW_BYTES_MAX = 262 * 1024;

const bundled = allEntries();
const contentsSchema = z.record(z.string(), z.object({ startBytes: z.int(), packages: z.array(z.string()) }));

/** All bundles and templates come from one synthesis: to bundle every function takes most of a minute. */
let folder: string;
let outDir: string;
let contents: z.infer<typeof contentsSchema>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "shelfwatch-synth-"));
  outDir = join(folder, "dist");
  const output = join(folder, "cdk.out");
  // With more garbage, esbuild needs two thirds of the time.
  const { status, said } = await runCdkWith({ GOGC: "400" }, "synth", "--stage=prod", "--output", output);
  if (status !== 0) throw new Error(said);
  // Away from the repository, whose node_modules the bundles would find.
  await cp(join(root, "dist"), outDir, { recursive: true });
  contents = contentsSchema.parse(JSON.parse(await readFile(join(outDir, CONTENTS_FILE), "utf8")));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("npm run synth", () => {
  it("writes the templates of a stage without an account", async () => {
    const stacks = Object.keys(synthesiseStacks(prod));
    const written = await readdir(join(folder, "cdk.out"));
    expect(written.filter((name) => name.endsWith(".template.json"))).toHaveLength(stacks.length);
  });

  it("rejects a region that lacks what the service needs before anything is bundled", async () => {
    const { mtimeMs } = await stat(join(root, "dist"));
    const { status, said } = await runCdkWith({ AWS_REGION: "mx-central-1" }, "synth", "--stage", "prod");

    expect([status, said]).toEqual([
      1,
      expect.stringMatching(/Stage prod cannot be deployed to mx-central-1: .* certificate /),
    ]);
    expect((await stat(join(root, "dist"))).mtimeMs).toBe(mtimeMs);
  });
});

describe("the bundles for deployment", () => {
  it("are one folder per function", async () => {
    const written = await readdir(outDir, { withFileTypes: true });
    const folders = written.filter((file) => file.isDirectory()).map(({ name }) => name);

    expect(folders.toSorted()).toEqual(bundled.map(bundleName).toSorted());
  });

  it("load without node_modules, and export a handler", async () => {
    const load = `
      for (const url of JSON.parse(process.argv[1])) {
        const { handler } = await import(url);
        if (typeof handler !== "function") throw new Error(url);
      }`;
    const urls = bundled.map((entry) => `file://${join(outDir, bundleName(entry), "index.mjs")}`);
    const arguments_ = ["--input-type=module", "-e", load, JSON.stringify(urls)];

    await expect(promisify(execFile)(process.execPath, arguments_, { cwd: outDir, env: {} })).resolves.toBeDefined();
  });

  it("start an API function without Node's own HTTP client, which none of them uses", async () => {
    const load = `
      await Promise.all(JSON.parse(process.argv[1]).map((url) => import(url)));
      console.log(process.moduleLoadList.filter((name) => /undici|http2/.test(name)).join());`;
    const urls = endpoints.map(({ entry }) => `file://${join(outDir, bundleName(entry), "index.mjs")}`);
    const arguments_ = ["--input-type=module", "-e", load, JSON.stringify(urls)];

    const { stdout } = await promisify(execFile)(process.execPath, arguments_, { cwd: outDir, env: {} });
    expect(stdout.trim()).toBe("");
  });

  it("start an API function with 252 KB at most, and the overview of an app with 262", () => {
    for (const { entry } of nonEmpty(endpoints)) {
      const most = entry === "functions/apps/show-overview.ts" ? OVERVIEW_BYTES_MAX : START_BYTES_MAX;
      expect({ entry, bytes: contents[entry]?.startBytes }).toSatisfy(({ bytes }) => bytes < most);
    }
  });

  it("[MCP-7] start the function for assistants with 400 KB at most", () => {
    expect(contents["functions/mcp/serve-mcp.ts"]?.startBytes).toBeLessThanOrEqual(400_000);
  });

  it("contain only the AWS clients that the function uses", () => {
    const clients = (entry: string) =>
      [...(contents[entry]?.packages ?? [])].filter((name) => /^@aws-sdk\/client-|signature-v4$/.test(name));
    const secrets = "@aws-sdk/client-secrets-manager";
    const sqs = "@aws-sdk/client-sqs";
    const signer = "@smithy/signature-v4";
    const clientsByNeed = {
      database: [secrets],
      budgets: [secrets],
      sessions: [secrets],
      webhooks: [secrets],
      keywords: [secrets],
      oauth: [secrets],
      sender: [secrets],
      on_demand_queues: [secrets, sqs],
      chart_queues: [secrets, sqs],
      keyword_queues: [secrets, sqs],
      stores: [secrets],
    };

    for (const { entry, needs } of nonEmpty(endpoints)) {
      const own = clients(entry).filter((name) => name !== signer);
      expect({ entry, clients: own.toSorted() }).toEqual({ entry, clients: clientsByNeed[needs] });
    }
    for (const entry of [...Object.values(entries.scrapers), entries.respondToUnknownRoute]) {
      expect({ entry, clients: clients(entry) }).toEqual({ entry, clients: [] });
    }
  });

  it("find credentials in their variables alone", () => {
    const providers = Object.values(contents).flatMap(({ packages }) =>
      packages.filter((name) => name.includes("/credential-provider-")),
    );
    const usual = ["@aws-sdk/credential-provider-env", "@aws-sdk/credential-provider-node"];
    expect([...new Set(providers)].toSorted()).toEqual(usual);
  });

  it("contain the SQL files of the migration", async () => {
    const found = await readdir(join(outDir, bundleName(entries.migrate), "migrations"));

    expect(found).toEqual(await readdir(join(root, "db", "migrations")));
  });

  it("contain the RDS authorities by region in functions that connect to the database only", async () => {
    const registering: Stage = {
      ...prod,
      api: { ...prod.api, oauth: { registration: "open", reservedConcurrency: 10 } },
    };
    const templates = [dev, prod, mailing, registering].flatMap((stage) => Object.values(synthesiseStage(stage)));
    const functions = templates.flatMap((template) => resourcesOf(template, "AWS::Lambda::Function"));
    const connecting = functions.filter(([, { Properties }]) => JSON.stringify(Properties).includes('"DATABASE_HOST"'));
    const wanted = connecting.map(([, { Metadata }]) => String(Metadata?.["local:entry"]));
    const given = bundled.filter((entry) => existsSync(join(outDir, bundleName(entry), "rds-authorities")));

    expect(given.toSorted()).toEqual(bundled.filter((entry) => wanted.includes(entry)).toSorted());
    const one = join(outDir, bundleName(entries.syncApp), "rds-authorities", "eu-central-1.pem");
    expect((await readFile(one, "utf8")).match(/BEGIN CERTIFICATE/g)).toHaveLength(3);
  });
});
