import type { Stage } from "./stage.ts";
import { takeOption } from "./take-option.ts";

export type DeploymentRequest = {
  /** Whether nothing of the stage has been deployed yet. */
  readonly isFirst: boolean;
  /** Options for the CDK. */
  readonly options: readonly string[];
};

/** Returns the arguments of each run of the CDK that deploys a stage, in their order. */
export function planDeployment(stage: Stage, { isFirst, options }: DeploymentRequest): readonly (readonly string[])[] {
  if (!(isFirst && stage.keepData)) return [["deploy", "--all", ...options]];
  return [
    // A protected database could not be taken back with the first deployment (ADR 30).
    ["deploy", "--all", "--context", "first=true", ...options],
    // The CDK would replace the file, which has the outputs of all stacks by now, by one with those of a single stack.
    ["deploy", `shelfwatch-${stage.name}-data`, "--exclusively", ...takeOption(options, "outputs-file", "O").others],
  ];
}
