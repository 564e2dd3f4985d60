import { StringParameter } from "aws-cdk-lib/aws-ssm";
import type { Construct } from "constructs";

import type { Stage } from "../stage.ts";

/** AWS generates these addresses, so no later stack can know them by a name. */
export type StageValue = "api-url" | "ios-scraper-url" | "android-scraper-url" | "webhook-sender-url";

/** Keeps a value for later stacks. Unlike an export, it may change or be removed while they use it (ADR 39). */
export function writeStageValue(scope: Construct, stage: Stage, name: StageValue, value: string): void {
  new StringParameter(scope, "Address", { parameterName: parameterName(stage, name), stringValue: value });
}

export function readStageValue(scope: Construct, stage: Stage, name: StageValue): string {
  return StringParameter.valueForStringParameter(scope, parameterName(stage, name));
}

function parameterName(stage: Stage, name: StageValue): string {
  return `/shelfwatch/${stage.name}/${name}`;
}
