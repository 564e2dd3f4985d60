import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { isDeepStrictEqual, promisify } from "node:util";
import { describe, expect, it } from "vitest";

import { prod } from "../../../infra/aws/stages.ts";
import { resolveValue } from "../../../infra/templates/template.ts";
import { resourcesOf, synthesiseStacks } from "../fixtures/synthesise-stage.ts";
import type { Account, Properties } from "./account.ts";
import { awsCommand, serveCommands } from "./stand-in.ts";

const root = join(import.meta.dirname, "../../..");
const runbook = readFileSync(join(root, "docs/runbook.md"), "utf8");
const templates = synthesiseStacks(prod);
const { "shelfwatch-prod-data": data } = templates;

const OWNER_SECRET = "OwnerSecret";
const TIMEOUT_MS = 60_000;
const PASSWORD = "the password of now";

/** Properties of a resource as CloudFormation sends them: names of other resources instead of references. */
function deployed(type: string): Properties {
  const [[, resource] = []] = resourcesOf(data, type);
  const names = {
    ref: (id: string) => id,
    attribute: (id: string, name: string) => `${id}.${name}`,
    importValue: String,
  };
  const resolved = Object(resolveValue(resource?.Properties ?? {}, names));
  const resolve = /^\{\{resolve:secretsmanager:.*:password::\}\}$/;
  const { DeleteAutomatedBackups, SourceDBClusterIdentifier, ...rest } = resolved;
  return { ...rest, ...(resolve.test(rest.MasterUserPassword) ? { MasterUserPassword: PASSWORD } : {}) };
}

/** The account after a deployment of prod. */
function deployedAccount(): Account {
  const tags = [
    { Key: "service", Value: "shelfwatch" },
    { Key: "stage", Value: "prod" },
  ];
  const functions = Object.values(templates).flatMap((template) => resourcesOf(template, "AWS::Lambda::Function"));
  return {
    clusters: [{ uid: 0, data: "lost", properties: { ...deployed("AWS::RDS::DBCluster"), Tags: tags } }],
    instances: [{ cluster: 0, properties: { ...deployed("AWS::RDS::DBInstance"), Tags: tags } }],
    secrets: { [OWNER_SECRET]: JSON.stringify({ username: "shelfwatch_owner", password: PASSWORD }) },
    outputs: { "shelfwatch-prod-data": { OwnerSecretArn: OWNER_SECRET } },
    functions: functions.map(([, { Properties }]) => String(Properties?.FunctionName)),
    invoked: [],
  };
}

/** What CloudFormation would find changed: resources are known by their names, and compared by what the template says. */
function driftOf({ clusters, instances }: Account): readonly string[] {
  const before = deployedAccount();
  const compare = (kind: string, key: string, wanted: Properties, all: readonly { properties: Properties }[]) => {
    const found = all.find(({ properties }) => properties[key] === wanted[key]);
    if (found === undefined) return [`${kind} ${String(wanted[key])} is gone`];
    const names = Object.keys(wanted).filter((name) => !isDeepStrictEqual(wanted[name], found.properties[name]));
    return names.map((name) => `${kind}: ${name} is ${JSON.stringify(found.properties[name])}`);
  };
  return [
    ...before.clusters.flatMap(({ properties }) => compare("cluster", "DBClusterIdentifier", properties, clusters)),
    ...before.instances.flatMap(({ properties: { DBClusterIdentifier, ...own } }) =>
      compare("instance", "DBInstanceIdentifier", own, instances),
    ),
  ];
}

/** The commands of the runbook's steps, which one shell runs in their order. */
function stepsOf(given: string): readonly string[] {
  const [, section = ""] = given.split("\n## Restoring\n");
  const [steps = ""] = section.split("\n## ");
  return [...steps.matchAll(/^```\n(.*?)^```$/gms)].map(([, block = ""]) => block);
}

const run = promisify(execFile);

/** Follows steps in an account with a deployment of prod. Returns what it has then. */
async function follow(steps: readonly string[]): Promise<Account> {
  const folder = mkdtempSync(join(tmpdir(), "shelfwatch-restore-"));
  // The drift is compared below.
  const scripts = { aws: awsCommand, npm: '#!/bin/bash\ntest "$*" = "run drift -- --stage prod"\n' };
  for (const [name, script] of Object.entries(scripts)) writeFileSync(join(folder, name), script, { mode: 0o755 });
  const account = deployedAccount();
  const { port, close } = await serveCommands(account);
  try {
    const PATH = `${folder}${delimiter}${process.env.PATH}`;
    const env = { ...process.env, PATH, STAND_IN_PORT: String(port) };
    await run("bash", ["-euo", "pipefail", "-c", steps.join("\n")], { cwd: folder, env, timeout: TIMEOUT_MS });
    return account;
  } finally {
    close();
    rmSync(folder, { recursive: true });
  }
}

describe("the runbook's steps of a restore", () => {
  it("put a copy of the chosen time in the place of the database, and leave no drift", async () => {
    const account = await follow(stepsOf(runbook));
    const serving = account.clusters.find(({ properties }) => properties.DBClusterIdentifier === "shelfwatch-prod");
    const writer = account.instances.find(
      ({ properties }) => properties.DBInstanceIdentifier === "shelfwatch-prod-writer",
    );

    expect(driftOf(account)).toEqual([]);
    expect(serving?.data).toBe("2026-11-22T14:05:00Z");
    expect(writer?.cluster).toBe(serving?.uid);
    expect(serving?.properties.MasterUserPassword).toBe(PASSWORD);
    // The lost one is still there, protected, under names of its own.
    expect(account.clusters[0]?.properties).toMatchObject({
      DBClusterIdentifier: "shelfwatch-prod-l1",
      DeletionProtection: true,
    });
    expect(account.instances[0]).toMatchObject({
      cluster: 0,
      properties: { DBInstanceIdentifier: "shelfwatch-prod-l1-writer" },
    });
  });

  it("stop the work first, migrate before it begins again, and resume both platforms last", async () => {
    const { invoked } = await follow(stepsOf(runbook));
    const calls = invoked.map(({ functionName, payload }) => [functionName, Object(payload).platform]);

    expect(calls).toEqual([
      ["shelfwatch-prod-pause-platform", "ios"],
      ["shelfwatch-prod-pause-platform", "android"],
      ["shelfwatch-prod-migrate", undefined],
      ["shelfwatch-prod-resume-platform", "ios"],
      ["shelfwatch-prod-resume-platform", "android"],
    ]);
  });

  it.each([
    {
      change: "without the instance's name",
      from: "--new-db-instance-identifier shelfwatch-prod-writer",
      to: "--new-db-instance-identifier shelfwatch-prod-w2",
    },
    { change: "with another key", from: '--kms-key-id "$KEY"', to: "--kms-key-id another" },
    { change: "without the backups' days", from: "--backup-retention-period 14 \\\n  ", to: "" },
    { change: "with the Data API left on", from: "aws rds disable-http-endpoint", to: "echo" },
  ])("would leave drift $change", async ({ from, to }) => {
    const changed = runbook
      .replaceAll(from, to)
      .replaceAll(
        "--db-instance-identifier shelfwatch-prod-writer\n",
        "--db-instance-identifier shelfwatch-prod-l1-writer\n",
      );

    expect(changed).not.toBe(runbook);
    expect(driftOf(await follow(stepsOf(changed)))).not.toEqual([]);
  });

  it("would fail by an option that RDS does not have, and by a name that is taken", async () => {
    const unknown = runbook.replace("--network-type DUAL", "--network-kind DUAL");
    const taken = runbook.replace(
      "--new-db-cluster-identifier shelfwatch-prod-l1",
      "--new-db-cluster-identifier shelfwatch-prod-r1",
    );

    await expect(follow(stepsOf(unknown))).rejects.toThrow("Unknown options: --network-kind");
    await expect(follow(stepsOf(taken))).rejects.toThrow("AlreadyExistsFault");
  });
});
