import { StringParameter } from "aws-cdk-lib/aws-ssm";
import type { Construct } from "constructs";

import type { Stage } from "../stage.ts";

/** Addresses that AWS generates, so that no later stack can know them by a name. */
export type StageValue = "api-url" | "ios-scraper-url" | "android-scraper-url";

/** Keeps a value for later stacks. Unlike an export it may change or go while they use it (ADR 39). */
export function writeStageValue(scope: Construct, stage: Stage, name: StageValue, value: string): void {
  new StringParameter(scope, "Address", { parameterName: parameterName(stage, name), stringValue: value });
}

/** Returns a value that CloudFormation reads whenever it deploys the stack of the scope. */
export function readStageValue(scope: Construct, stage: Stage, name: StageValue): string {
  return StringParameter.valueForStringParameter(scope, parameterName(stage, name));
}

function parameterName(stage: Stage, name: StageValue): string {
  return `/shelfwatch/${stage.name}/${name}`;
}
