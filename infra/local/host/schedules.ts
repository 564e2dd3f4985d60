import { randomUUID } from "node:crypto";

import { Cron } from "croner";

import { readCron, readRate } from "../../templates/schedule-expressions.ts";
import type { InvokeFunction } from "./http-api.ts";
import type { HostedSchedule } from "./model.ts";
import { LOCAL_ACCOUNT, LOCAL_REGION } from "./resource-names.ts";

export function startSchedules(schedules: readonly HostedSchedule[], invoke: InvokeFunction): () => void {
  const stops = schedules.map((schedule) => {
    const run = () => void runSchedule(schedule, invoke);
    if (schedule.runsAtStart) run();
    return repeat(schedule.expression, run);
  });
  return () => {
    for (const stop of stops) stop();
  };
}

function runSchedule({ arn, targets }: HostedSchedule, invoke: InvokeFunction): void {
  const event = {
    version: "0",
    id: randomUUID(),
    "detail-type": "Scheduled Event",
    source: "aws.events",
    account: LOCAL_ACCOUNT,
    time: new Date().toISOString().replace(/\.\d+Z$/, "Z"),
    region: LOCAL_REGION,
    resources: [arn],
    detail: {},
  };
  // A failed run is logged; the next one does its work.
  for (const { functionArn, input } of targets) void invoke(functionArn, input ? JSON.parse(input) : event);
}

function repeat(expression: string, run: () => void): () => void {
  const intervalMs = readRate(expression);
  if (intervalMs === undefined) {
    const job = new Cron(readCron(expression), { timezone: "UTC" }, run);
    return () => job.stop();
  }
  const timer = setInterval(run, intervalMs);
  return () => clearInterval(timer);
}
