import { endpointGroups } from "./endpoint-groups.ts";
import type { Stage } from "./stage.ts";
import { takeOption } from "./take-option.ts";

export type DeploymentRequest = {
  /** Says whether nothing of the stage has been deployed yet. */
  readonly isFirst: boolean;
  /** ARNs of the alarms that undo a deployment of endpoints; none where they do not exist yet. */
  readonly triggers: readonly string[];
  /** Options for the CDK besides its approval. */
  readonly options: readonly string[];
};

/** A run of the CDK. */
export type DeploymentStep = {
  /** What the step does, where a deployment has several. */
  readonly says?: string;
  /** Says whether CloudFormation watches the API meanwhile, which somebody has to use then. */
  readonly isWatched?: boolean;
  readonly args: readonly string[];
};

const TRIGGERS_OPTION = "rollback-trigger-alarm-arns";
/** One question comes before all steps. */
const ASK_NOTHING = ["--require-approval", "never"];

/** Returns the runs of the CDK that deploy a stage, in their order. Each needs the one before. */
export function planDeployment(stage: Stage, request: DeploymentRequest): readonly DeploymentStep[] {
  const { isFirst, triggers } = request;
  const options = [...ASK_NOTHING, ...request.options];
  if (isFirst && stage.keepData) return planFirst(stage, options);
  const hasOwnTriggers = takeOption(options, TRIGGERS_OPTION).values.length > 0;
  if (isFirst || triggers.length === 0 || stage.rollbackMinutes === undefined || hasOwnTriggers)
    return [{ args: ["deploy", "--all", ...options] }];
  return planWatched(stage, { triggers, minutes: stage.rollbackMinutes, options });
}

/** A protected database could not be taken back with the first deployment (ADR 30). */
function planFirst({ name }: Stage, options: readonly string[]): readonly DeploymentStep[] {
  return [
    { args: ["deploy", "--all", "--context", "first=true", ...options] },
    {
      says: "Deployed. Now the database is protected from deletion.",
      args: ["deploy", `shelfwatch-${name}-data`, "--exclusively", ...withoutFile(options)],
    },
  ];
}

type Watch = {
  readonly triggers: readonly string[];
  readonly minutes: number;
  readonly options: readonly string[];
};

/**
 * The endpoints alone are undone when the API's alarms are raised: no rollback undoes a migration, and the stack of the
 * API, which reads the endpoints' addresses, has the alarms itself.
 */
function planWatched(stage: Stage, { triggers, minutes, options }: Watch): readonly DeploymentStep[] {
  const { name, canary } = stage;
  const stack = (part: string) => `shelfwatch-${name}-${part}`;
  const deploy = (stacks: readonly string[], given: readonly string[]) => [
    "deploy",
    ...stacks,
    "--exclusively",
    ...given,
  ];
  const groups = endpointGroups(stage).map((group) => stack(`api-${group}`));
  return [
    {
      says: "First what the endpoints rely on.",
      args: deploy(["data", "scrapers", "pipeline"].map(stack), withoutFile(options)),
    },
    {
      says: `Now the endpoints. CloudFormation undoes this step if the API fails or slows down within ${minutes} minutes.`,
      isWatched: true,
      args: deploy(groups, [
        ...withoutFile(options),
        ...triggers.flatMap((arn) => [`--${TRIGGERS_OPTION}`, arn]),
        "--monitoring-time-minutes",
        String(minutes),
        // All of them, or those that are done are no longer taken back with the others.
        "--concurrency",
        String(groups.length),
      ]),
    },
    {
      says: "Last the API, which leads to them.",
      args: deploy(["api", ...(canary ? ["canary"] : [])].map(stack), options),
    },
  ];
}

/** The CDK would replace the file, which has the address of the API, by one with the outputs of this step alone. */
function withoutFile(options: readonly string[]): readonly string[] {
  return takeOption(options, "outputs-file", "O").others;
}
