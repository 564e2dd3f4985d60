import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { deployedStages } from "./stages.ts";

/**
 * `npm run synth -- --stage dev` writes the templates, without an account; `npm run deploy -- --stage dev` deploys them
 * to the account and region that the environment names. All other options are passed to the CDK.
 */
const commands: Readonly<Record<string, readonly string[]>> = {
  synth: ["synth", "--quiet"],
  deploy: ["deploy", "--all"],
};

const [command = "", ...given] = process.argv.slice(2);
const { stage, others } = readStage(given);
const known = Object.keys(deployedStages);

if (stage === undefined) end(`Say which stage: npm run ${command} -- --stage ${known.join("|")}.`);
else if (!known.includes(stage)) end(`No stage is called "${stage}": there are ${known.join(" and ")}.`);
else {
  const other = command === "deploy" ? await whoElseIsThere(stage) : undefined;
  if (other === undefined) runCdk([...(commands[command] ?? []), "--context", `stage=${stage}`, ...others]);
  else end(`${other} is in this account and region already, and there is one stage in each: use another for ${stage}.`);
}

/** Checks before anything is created: CloudFormation would fail only after it has created the database. */
async function whoElseIsThere(stage: string): Promise<string | undefined> {
  const { findOtherStage } = await import("./find-other-stage.ts");
  const { profile } = parseArgs({ args: others, options: { profile: { type: "string" } }, strict: false }).values;
  try {
    return await findOtherStage(stage, typeof profile === "string" ? profile : undefined);
  } catch (error) {
    // The CDK explains wrong credentials better, and its roles may have rights that these credentials lack.
    const reason = error instanceof Error ? error.name : String(error);
    process.stderr.write(`Whether another stage is in this account and region could not be determined (${reason}).\n`);
    return undefined;
  }
}

/** Returns the value of `--stage`, wherever it stands, and the other arguments. */
function readStage(args: readonly string[]) {
  const { values, tokens } = parseArgs({
    args: [...args],
    options: { stage: { type: "string" } },
    strict: false,
    tokens: true,
  });
  const found = tokens.find((token) => token.kind === "option" && token.name === "stage");
  if (found?.kind !== "option") return { stage: undefined, others: args };
  if (typeof values.stage !== "string") return { stage: undefined, others: args };
  return { stage: values.stage, others: args.toSpliced(found.index, found.inlineValue ? 1 : 2) };
}

function runCdk(args: readonly string[]): void {
  const cdk = fileURLToPath(import.meta.resolve("aws-cdk/bin/cdk"));
  const { status } = spawnSync(process.execPath, [cdk, ...args], { stdio: "inherit" });
  process.exitCode = status ?? 1;
}

function end(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
