import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { ALARM_EMAILS_CONTEXT, findNobodyToNotify, readAlarmEmails } from "./alarm-recipients.ts";
import { COMMAND_CONTEXT } from "./direct-deployment.ts";
import type { Stage } from "./stage.ts";
import { deployedStages } from "./stages.ts";
import { profileOf } from "./take-option.ts";

/**
 * `synth` needs no account. `deploy` asks one question, and `bootstrap` prepares the account and region. All options
 * besides `--stage` are passed to the CDK.
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

if (command === "bootstrap") await bootstrap();
else if (name === undefined) end(`Say which stage: npm run ${command} -- --stage ${known.join("|")}.`);
else if (stage === undefined) end(`No stage is called "${name}": there are ${known.join(" and ")}.`);
else if (command === "deploy") await deploy(stage);
else await runOther();

async function runOther(): Promise<void> {
  // The CDK would report it after a minute of synthesis, and without a fix.
  const fault = command === "synth" ? undefined : await findFault();
  if (fault !== undefined) return end(fault);
  if (nobody !== undefined) say(nobody);
  process.exitCode = await runCdk([...(commands[command] ?? []), ...others]);
}

async function findFault(): Promise<string | undefined> {
  const { findCallerFault } = await import("./aws-client.ts");
  return await findCallerFault(profileOf(others));
}

async function deploy(stage: Stage): Promise<void> {
  if (nobody !== undefined && stage.monitoring === "full") return end(nobody);
  if (nobody !== undefined) say(nobody);
  // `synth` sends no requests, and starts sooner without the clients.
  const [{ deployStage }, { readFindings }, { findUnconfirmed }, { visitWhile }, { invokeFunction }] =
    await Promise.all([
      import("./deploy-stage.ts"),
      import("./preflight.ts"),
      import("./find-unconfirmed.ts"),
      import("./visit-while.ts"),
      import("./aws-client.ts"),
    ]);
  process.exitCode = await deployStage(stage, others, {
    readFindings,
    findUnconfirmed,
    runCdk,
    confirm: process.stdin.isTTY ? confirm : undefined,
    visitWhile: (visits, profile) => visitWhile({ ...visits, invoke: (given) => invokeFunction(given, profile) }),
    say,
  });
}

async function bootstrap(): Promise<void> {
  const { describeUnread, findCallerFault, readAccount, readRegion } = await import("./aws-client.ts");
  const own = profileOf(others);
  const fault = await findCallerFault(own);
  if (fault !== undefined) return end(fault);
  const region = await readRegion(own);
  const account = await readAccount(own).catch((error: unknown) => end(describeUnread(error, region)));
  if (account === undefined) return;
  say(`Makes a bucket and roles for deployments in account ${account}, ${region}.`);
  process.exitCode = await runCdk(["bootstrap", `aws://${account}/${region}`, ...others]);
}

async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const response = await terminal.question(`${question} [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(response.trim());
}

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

async function runCdk(args: readonly string[]): Promise<number> {
  const cdk = fileURLToPath(import.meta.resolve("aws-cdk/bin/cdk"));
  const launched = ["--context", `stage=${name ?? ""}`, "--context", `${COMMAND_CONTEXT}=${command}`];
  const child = spawn(process.execPath, [cdk, ...args, ...launched, ...context], { stdio: "inherit" });
  // The terminal interrupts both processes, and the CDK reports the state of the deployment.
  const leaveToCdk = () => {};
  process.on("SIGINT", leaveToCdk);
  const [status] = await once(child, "exit");
  process.off("SIGINT", leaveToCdk);
  return typeof status === "number" ? status : 1;
}

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

function end(sentence: string): void {
  say(sentence);
  process.exitCode = 1;
}
