import { stackNames } from "./endpoint-groups.ts";
import type { Stage } from "./stage.ts";
import { takeOption } from "./take-option.ts";

export type DeploymentRequest = {
  readonly isFirst: boolean;
  readonly triggers: readonly string[];
  readonly options: readonly string[];
};

export type DeploymentStep = {
  readonly says?: string;
  readonly isWatched?: boolean;
  readonly args: readonly string[];
};

const TRIGGERS_OPTION = "rollback-trigger-alarm-arns";
/** The question comes before all steps. */
const ASK_NOTHING = ["--require-approval", "never"];

export function planDeployment(stage: Stage, request: DeploymentRequest): readonly DeploymentStep[] {
  const { isFirst, triggers } = request;
  const options = [...ASK_NOTHING, ...request.options];
  if (isFirst && stage.keepData) return planFirst(stage, options);
  const hasOwnTriggers = takeOption(options, TRIGGERS_OPTION).values.length > 0;
  if (isFirst || triggers.length === 0 || stage.rollbackMinutes === undefined || hasOwnTriggers)
    return [{ args: ["deploy", "--all", ...options] }];
  return planWatched(stage, { triggers, minutes: stage.rollbackMinutes, options });
}

/** A protected database could not be rolled back with the first deployment (ADR 30). */
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
 * Only endpoints are rolled back on an alarm: no rollback reverts a migration, and the API's stack holds the alarms.
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
  const groups = stackNames(stage).map((group) => stack(`api-${group}`));
  return [
    {
      says: "First what the endpoints rely on.",
      args: deploy(["data", "scrapers", "pipeline"].map(stack), withoutFile(options)),
    },
    {
      says:
        "Now the endpoints. CloudFormation undoes this step if the API fails or slows down " +
        `within ${minutes} minutes.`,
      isWatched: true,
      args: deploy(groups, [
        ...withoutFile(options),
        ...triggers.flatMap((arn) => [`--${TRIGGERS_OPTION}`, arn]),
        "--monitoring-time-minutes",
        String(minutes),
        // All groups are deployed at once, since a rollback would not include finished ones.
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

/** The CDK would replace the file, which has the address of the API, by the outputs of this step only. */
function withoutFile(options: readonly string[]): readonly string[] {
  return takeOption(options, "outputs-file", "O").others;
}
