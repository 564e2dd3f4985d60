import * as z from "zod";

import { anchorOf, type RunbookHeading, runbookHeadings } from "../../../infra/aws/constructs/runbook.ts";
import type { Stage } from "../../../infra/aws/stage.ts";
import { mailing } from "../fixtures/mailing-stage.ts";
import { synthesiseStage } from "../fixtures/synthesise-stage.ts";
import { type AlarmDefinition, alarmSchema } from "./evaluate-alarm.ts";

const vaultArn = "arn:aws:backup:us-east-1:111111111111:backup-vault:elsewhere";
const stage: Stage = {
  ...mailing,
  backupCopies: { vaultArn, keepDays: 35 },
};

/** The resources of prod with all that a stage may have, by their logical ids. */
export const resources = Object.values(synthesiseStage(stage)).flatMap(({ Resources }) => Object.entries(Resources));

const ofType = (type: string) => resources.flatMap(([, { Type, Properties }]) => (Type === type ? [Properties] : []));

export const alarms: readonly AlarmDefinition[] = ofType("AWS::CloudWatch::Alarm").map((alarm) =>
  alarmSchema.parse(alarm),
);

const eventRule = z.object({
  EventPattern: z.record(z.string(), z.unknown()),
  Targets: z.array(z.object({ Arn: z.unknown() })),
});

/** Rules of EventBridge that publish an event of AWS to a topic. */
export const notices = ofType("AWS::Events::Rule").flatMap((rule) => {
  const { data } = eventRule.safeParse(rule);
  return data && JSON.stringify(data.Targets).includes("Alarms") ? [data] : [];
});

export function headingOf({ AlarmDescription }: AlarmDefinition): RunbookHeading {
  // The keys of the object are its headings; Object.keys says string.
  const headings = Object.keys(runbookHeadings) as RunbookHeading[];
  const heading = headings.find((one) => AlarmDescription.endsWith(`#${anchorOf(one)}`));
  if (heading === undefined) throw new Error(`No heading of the runbook: ${AlarmDescription}`);
  return heading;
}
