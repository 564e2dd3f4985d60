import type { Stage } from "./stage.ts";
import { takeOption } from "./take-option.ts";

/** The context of the CDK that carries `--alarm-email` to the app. Commas separate the addresses. */
export const ALARM_EMAILS_CONTEXT = "alarmEmails";

export function readAlarmEmails(args: readonly string[]) {
  const { values: emails, others } = takeOption(args, "alarm-email");
  return { emails, others };
}

export function findNobodyToNotify(stage: Stage, emails: readonly string[]): string | undefined {
  if (stage.alarmEmails.length + emails.length > 0) return undefined;
  const alarms = stage.monitoring === "full" ? "alarms" : "alarms on dead letters";
  return (
    `The ${alarms} of stage ${stage.name} notify nobody: set its alarmEmails in infra/aws/stages.ts, ` +
    "or give --alarm-email <address> with every deployment."
  );
}

export function withAlarmEmails(stage: Stage, context: unknown): Stage {
  if (typeof context !== "string" || context === "") return stage;
  return { ...stage, alarmEmails: [...new Set([...stage.alarmEmails, ...context.split(",")])] };
}
