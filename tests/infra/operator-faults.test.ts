import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

import { SettingFault } from "../../infra/aws/setting-fault.ts";
import { dev, prod } from "../../infra/aws/stages.ts";
import { synthesiseStage } from "./fixtures/synthesise-stage.ts";

const root = join(import.meta.dirname, "../..");

/** Runs a command as npm does, without an account. */
function run(path: string, args: readonly string[], variables: Readonly<Record<string, string>> = {}) {
  const env = { PATH: process.env.PATH, HOME: tmpdir(), AWS_EC2_METADATA_DISABLED: "true", ...variables };
  const { status, stderr } = spawnSync(process.execPath, [path, ...args], { cwd: root, env, encoding: "utf8" });
  return { status, said: stderr };
}

describe("a fault of whoever runs a command", () => {
  it.each([
    {
      of: "the app, for a stage that nobody described",
      path: "infra/aws/app.ts",
      args: [],
      variables: { CDK_CONTEXT_JSON: '{"stage": "staging"}' },
      says: 'No stage is called "staging": use -c stage=dev|prod.\n',
    },
    {
      of: "the app, for a region that lacks something",
      path: "infra/aws/app.ts",
      args: [],
      variables: { CDK_CONTEXT_JSON: '{"stage": "dev", "command": "synth"}', CDK_DEFAULT_REGION: "eu-central-2" },
      says: /^Stage dev cannot be deployed to eu-central-2: Lambda has no function URLs there, .*\n$/,
    },
    {
      of: "the report of changes, for an unknown option",
      path: "infra/aws/report-diff.ts",
      args: ["--colour"],
      says: "Unknown option '--colour'. Run npm run diff:report -- --help for the options.\n",
    },
    {
      of: "the report of changes, without a file",
      path: "infra/aws/report-diff.ts",
      args: ["--stage", "dev"],
      says: "Say which stage and which file: npm run diff:report -- --stage dev|prod --out changes.md.\n",
    },
  ])("is a sentence of $of, and no stack trace", ({ path, args, variables, says }) => {
    expect(run(path, args, variables)).toEqual({
      status: 1,
      said: typeof says === "string" ? says : expect.stringMatching(says),
    });
  });

  it.each([
    { setting: "api.rateLimitPerMinute", stage: { ...dev, api: { ...dev.api, rateLimitPerMinute: 0 } } },
    { setting: "sync.leaseRenewalMs", stage: { ...prod, sync: { ...prod.sync, leaseRenewalMs: 60_000 } } },
    {
      setting: "cron(0 0 1 * ? *)",
      stage: { ...prod, schedules: { ...prod.schedules, resendSyncs: "cron(0 0 1 * ? *)" } },
    },
    {
      setting: "backupCopies.vaultArn",
      stage: { ...prod, backupCopies: { vaultArn: "arn:aws:s3:::bucket", keepDays: 35 } },
    },
  ])("is known as one of settings: $setting", ({ setting, stage }) => {
    const synthesise = () => synthesiseStage(stage);

    expect(synthesise).toThrow(SettingFault);
    expect(synthesise).toThrow(setting);
  });
});
