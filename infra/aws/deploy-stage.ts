import { type DeploymentStep, planDeployment } from "./plan-deployment.ts";
import type { Findings } from "./preflight.ts";
import type { Stage } from "./stage.ts";
import { profileOf, takeOption } from "./take-option.ts";
import type { Visits } from "./visit-while.ts";

export type DeploymentTools = {
  readonly readFindings: (stage: Stage, profile?: string) => Promise<Findings>;
  readonly findUnconfirmed: (stage: Stage, profile?: string) => Promise<readonly string[]>;
  readonly runCdk: (args: readonly string[]) => Promise<number>;
  /** It is undefined without a terminal. */
  readonly confirm: ((question: string) => Promise<boolean>) | undefined;
  readonly visitWhile: (visits: Omit<Visits, "invoke">, profile?: string) => Promise<void>;
  readonly say: (sentence: string) => void;
};

const NOBODY_TO_CONFIRM =
  "Nobody can confirm the changes here, since this is no terminal: give --require-approval never, after npm run diff.";

export async function deployStage(stage: Stage, given: readonly string[], tools: DeploymentTools): Promise<number> {
  const { values: approvals, others: options } = takeOption(given, "require-approval");
  const isApproved = approvals.includes("never");
  if (!isApproved && tools.confirm === undefined) return end(tools, NOBODY_TO_CONFIRM);

  const profile = profileOf(options);
  const { faults, notices, ...found } = await tools.readFindings(stage, profile);
  for (const sentence of [...notices, ...faults]) tools.say(sentence);
  if (faults.length > 0) return 1;
  const { isFirst } = found;
  if (!isApproved && !(await isConfirmed({ stage, isFirst, profile }, tools)))
    return end(tools, "Nothing was deployed.");

  const code = await runSteps(planDeployment(stage, { ...found, options }), { stage, profile }, tools);
  if (code === 0)
    for (const sentence of await tools.findUnconfirmed(stage, profile).catch(() => [])) tools.say(sentence);
  return code;
}

type Deployed = { readonly stage: Stage; readonly profile: string | undefined };

/** The CDK itself would ask once for each stack, and deploy one stack at a time. */
async function isConfirmed(
  { stage, isFirst, profile }: Deployed & { readonly isFirst: boolean },
  { confirm, runCdk }: DeploymentTools,
): Promise<boolean> {
  if (confirm === undefined) return false;
  if (isFirst) return await confirm(`Nothing of stage ${stage.name} is there yet. Make all of it?`);
  const credentials = profile === undefined ? [] : ["--profile", profile];
  if ((await runCdk(["diff", "--method", "template", ...credentials])) !== 0) return false;
  return await confirm(`Deploy these changes to stage ${stage.name}?`);
}

async function runSteps(steps: readonly DeploymentStep[], deployed: Deployed, tools: DeploymentTools): Promise<number> {
  for (const { says, args, isWatched } of steps) {
    if (says !== undefined) tools.say(says);
    const code = isWatched ? await runWatched(args, deployed, tools) : await tools.runCdk(args);
    if (code !== 0) return code;
  }
  return 0;
}

async function runWatched(
  args: readonly string[],
  { stage, profile }: Deployed,
  { runCdk, visitWhile, say }: DeploymentTools,
): Promise<number> {
  const watch = new AbortController();
  const visits = visitWhile({ stage, signal: watch.signal, say }, profile);
  try {
    return await runCdk(args);
  } finally {
    watch.abort();
    await visits;
  }
}

function end({ say }: DeploymentTools, sentence: string): number {
  say(sentence);
  return 1;
}
