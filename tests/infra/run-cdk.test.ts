import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");

/** As npm runs it, on a machine that knows no AWS account. */
function runCdk(...args: readonly string[]) {
  const PATH = `${join(root, "node_modules", ".bin")}:${process.env.PATH}`;
  const env = { PATH, HOME: tmpdir(), AWS_EC2_METADATA_DISABLED: "true" };
  const { status, stderr } = spawnSync(process.execPath, ["infra/run-cdk.ts", ...args], { cwd: root, env });
  return { status, said: stderr.toString() };
}

describe("npm run synth and npm run deploy", () => {
  it.each(["synth", "deploy"])(
    "%s refuses a stage that nobody described, and names those that there are",
    (command) => {
      expect(runCdk(command, "--stage", "staging")).toEqual({
        status: 1,
        said: 'No stage is called "staging": there are dev and prod.\n',
      });
    },
  );

  it.each([{ given: [] }, { given: ["--stage"] }])("asks for the stage when it is told $given", ({ given }) => {
    expect(runCdk("deploy", ...given)).toEqual({
      status: 1,
      said: "Say which stage: npm run deploy -- --stage dev|prod.\n",
    });
  });

  it("writes the templates of a stage without an account", { timeout: 300_000 }, () => {
    const output = mkdtempSync(join(tmpdir(), "shelfwatch-synth-"));
    const { status, said } = runCdk("synth", "--stage=prod", "--output", output);

    expect([status, said]).toEqual([0, expect.any(String)]);
    expect(readdirSync(output).filter((name) => name.endsWith(".template.json"))).toHaveLength(4);
    rmSync(output, { recursive: true });
  });
});
