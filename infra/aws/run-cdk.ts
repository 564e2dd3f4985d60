import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { ALARM_EMAILS_CONTEXT, findNobodyToNotify, readAlarmEmails } from "./alarm-recipients.ts";
import { COMMAND_CONTEXT } from "./direct-deployment.ts";
import { planDeployment } from "./plan-deployment.ts";
import type { Stage } from "./stage.ts";
import { deployedStages } from "./stages.ts";

/**
 * `npm run synth -- --stage dev` writes the templates, without an account; `npm run deploy -- --stage dev` deploys them
 * to the account and region that the environment names; `diff` and `drift` compare with what is there. All other options
 * are passed to the CDK.
 */
const commands: Readonly<Record<string, readonly string[]>> = {
  synth: ["synth", "--quiet"],
  diff: ["diff"],
  drift: ["drift", "--fail"],
};

const [command = "", ...given] = process.argv.slice(2);
const { emails, others: withoutEmails } = readAlarmEmails(given);
const { name, others } = readStage(withoutEmails);
const context = emails.length > 0 ? ["--context", `${ALARM_EMAILS_CONTEXT}=${emails.join(",")}`] : [];
const known = Object.keys(deployedStages);
const stage = name === undefined ? undefined : deployedStages[name];
const nobody = stage && findNobodyToNotify(stage, emails);

if (name === undefined) end(`Say which stage: npm run ${command} -- --stage ${known.join("|")}.`);
else if (stage === undefined) end(`No stage is called "${name}": there are ${known.join(" and ")}.`);
else if (command === "deploy") await deploy(stage);
else {
  if (nobody !== undefined) process.stderr.write(`${nobody}\n`);
  runCdk([...(commands[command] ?? []), ...others]);
}

async function deploy(stage: Stage): Promise<void> {
  if (nobody !== undefined) return end(nobody);
  // Loaded here, because synth sends no requests and starts sooner without the clients.
  const { readFindings } = await import("./preflight.ts");
  const { profile } = parseArgs({ args: others, options: { profile: { type: "string" } }, strict: false }).values;
  const { faults, notices, ...found } = await readFindings(stage, typeof profile === "string" ? profile : undefined);
  for (const notice of notices) process.stderr.write(`${notice}\n`);
  if (faults.length > 0) return end(faults.join("\n"));
  for (const { says, args } of planDeployment(stage, { ...found, options: others })) {
    if (says !== undefined) process.stderr.write(`${says}\n`);
    runCdk(args);
    if (process.exitCode !== 0) return;
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
  if (found?.kind !== "option") return { name: undefined, others: args };
  if (typeof values.stage !== "string") return { name: undefined, others: args };
  return { name: values.stage, others: args.toSpliced(found.index, found.inlineValue ? 1 : 2) };
}

function runCdk(args: readonly string[]): void {
  const cdk = fileURLToPath(import.meta.resolve("aws-cdk/bin/cdk"));
  const launched = ["--context", `stage=${name}`, "--context", `${COMMAND_CONTEXT}=${command}`];
  const all = [cdk, ...args, ...launched, ...context];
  const { status } = spawnSync(process.execPath, all, { stdio: "inherit" });
  process.exitCode = status ?? 1;
}

function end(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
