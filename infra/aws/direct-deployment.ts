import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";

export type Ancestor = { readonly parent: number; readonly words: readonly string[] };

export const COMMAND_CONTEXT = "command";

const ANCESTORS_MAX = 16;
const PS_TIMEOUT_MS = 5_000;
const deploying: readonly (string | undefined)[] = ["deploy", "watch"];

type Circumstances = {
  readonly stage: string;
  readonly hasAccount: boolean;
  readonly pid?: number;
  readonly read?: (pid: number) => Ancestor | undefined;
};

/**
 * Returns undefined if the CDK does not deploy. The CDK does not tell its app which of its commands runs, so this reads
 * the command lines of the processes above.
 */
export function findDirectDeployment(circumstances: Circumstances): string | undefined {
  const { stage, hasAccount, pid = process.ppid, read = readAncestor } = circumstances;
  let next = pid;
  for (let level = 0; level < ANCESTORS_MAX && next > 1; level += 1) {
    const ancestor = read(next);
    if (ancestor === undefined) return hasAccount ? unknown(stage) : undefined;
    const at = ancestor.words.findIndex((word) => /^cdk(\.[cm]?js|\.cmd)?$/.test(basename(word)));
    if (at !== -1)
      return ancestor.words.slice(at + 1).some((word) => deploying.includes(word)) ? direct(stage) : undefined;
    next = ancestor.parent;
  }
  return undefined;
}

function direct(stage: string): string {
  return (
    "cdk deploy does not check the account and region first, nor does it deploy in the right order: " +
    `run npm run deploy -- --stage ${stage}.`
  );
}

function unknown(stage: string): string {
  return (
    "This system does not show which command of the CDK this is: " +
    `run npm run deploy -- --stage ${stage}, or npm run synth, diff or drift.`
  );
}

function readAncestor(pid: number): Ancestor | undefined {
  try {
    return process.platform === "linux" ? readProc(pid) : readPs(pid);
  } catch {
    return undefined;
  }
}

function readProc(pid: number): Ancestor {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name, in parentheses, may contain anything; the parent is the second field after it.
  const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  return { parent, words: readFileSync(`/proc/${pid}/cmdline`, "utf8").split(/[\0\s]+/) };
}

function readPs(pid: number): Ancestor {
  const line = execFileSync("ps", ["-o", "ppid=,args=", "-p", String(pid)], { timeout: PS_TIMEOUT_MS });
  const [parent, ...words] = line.toString().trim().split(/\s+/);
  return { parent: Number(parent), words };
}
