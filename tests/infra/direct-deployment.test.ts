import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

import { findDirectDeployment } from "../../infra/aws/direct-deployment.ts";
import { runProgram } from "./fixtures/run-cdk.ts";

const root = join(import.meta.dirname, "..", "..");
const DIRECT = /^cdk deploy does not check .* run npm run deploy -- --stage prod\.$/;

/** Finds it below processes with these command lines, the nearest first. */
function findBelow(lines: readonly string[], hasAccount = true) {
  const read = (pid: number) => ({ parent: pid + 1, words: lines[pid - 2]?.split(" ") ?? [] });
  return findDirectDeployment({ stage: "prod", hasAccount, pid: 2, read });
}

describe("a deployment that does not begin with npm run deploy", () => {
  it.each([
    ["installed globally", ["sh -c node infra/local/launch.mjs", "node /usr/bin/cdk deploy --all"]],
    ["by npx", ["/repo/node_modules/.bin/node /repo/infra/local/launch.mjs", "node node_modules/.bin/cdk deploy"]],
    ["with options before the command", ["node /usr/lib/node_modules/aws-cdk/bin/cdk -c stage=prod deploy"]],
    ["again with each change", ["node /usr/bin/cdk watch"]],
  ])("is recognized by the CDK's command line: %s", (_how, lines) => {
    expect(findBelow([...lines, "bash", "sshd"])).toMatch(DIRECT);
  });

  it.each(["synth", "diff", "list", "import shelfwatch-prod-data", "destroy --all"])(
    "is no other command: cdk %s, run by a script that deploys later",
    (command) => {
      expect(
        findBelow(["sh -c node", `node /usr/bin/cdk ${command}`, "bash -c cdk synth && cdk deploy"]),
      ).toBeUndefined();
    },
  );

  it("is none without a CDK", () => {
    expect(findBelow(["bash deploy", "sshd"])).toBeUndefined();
  });

  it("may be one where the system shows no command lines and the CDK has credentials", () => {
    const read = () => undefined;

    expect(findDirectDeployment({ stage: "dev", hasAccount: true, read })).toContain("npm run deploy -- --stage dev");
    expect(findDirectDeployment({ stage: "dev", hasAccount: false, read })).toBeUndefined();
  });

  // Node may hang when a process ends while functions of it are compiled: https://github.com/nodejs/node/issues/54918
  it("stops before anything is bundled or made", { retry: 1 }, async () => {
    const cdk = join(root, "node_modules", "aws-cdk", "bin", "cdk");
    const { status, said } = await runProgram([cdk, "deploy", "--all", "--context", "stage=prod"]);

    expect([status, said.split("\n")[0]]).toEqual([1, expect.stringMatching(DIRECT)]);
  });
});

describe("cdk.json", () => {
  it("has the CDK start the app by what any Node can load, installed wherever the CDK is", () => {
    const { app } = JSON.parse(readFileSync(join(root, "cdk.json"), "utf8"));

    expect(app).toBe("node infra/local/launch.mjs --installed infra/aws/app.ts");
  });
});
