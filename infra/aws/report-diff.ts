/**
 * `npm run diff:report -- --stage prod --out changes.md` appends the changes that a deployment would make to a file.
 */
import { spawnSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { parseOptions, UsageError } from "../cli/command-line.ts";
import { describeDiff } from "./describe-diff.ts";

const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

const USAGE = "Say which stage and which file: npm run diff:report -- --stage dev|prod --out changes.md.";

try {
  const { stage, out, help } = parseOptions("npm run diff:report", process.argv.slice(2), {
    stage: { type: "string" },
    out: { type: "string" },
    help: { type: "boolean" },
  });
  if (help) process.stdout.write(`${USAGE}\n`);
  else if (stage === undefined || out === undefined) throw new UsageError(USAGE);
  else process.exitCode = report(stage, out);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

function report(stage: string, out: string): number {
  const runCdk = fileURLToPath(import.meta.resolve("./run-cdk.ts"));
  // With `--method template`, the CDK reads only templates, so a read-only role suffices.
  const args = [runCdk, "diff", "--stage", stage, "--method", "template", "--ci", "--no-color"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    maxBuffer: OUTPUT_BYTES_MAX,
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (status === 0) appendFileSync(out, describeDiff(stage, stdout));
  else process.stderr.write(`${stdout}${stderr}`);
  return status ?? 1;
}
