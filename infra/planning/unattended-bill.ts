import { tickTimes } from "../templates/tick-times.ts";
import { HOURS_PER_MONTH, itemsOf, linesPerCall, type Usage, type UsedItem } from "./bill-lines.ts";

/** Requests of a visit of the canary: login, apps, two charts with a listing each, logout. */
export const REQUESTS_PER_VISIT = 7;
export const SEARCHES_PER_DAY = 2;

/** Each step of a rotation reads from Secrets Manager once; the rest are writes. */
const ROTATION_STEPS = 4;
const CALLS_PER_ROTATION = 12;
const ROTATION_DAYS = 30;
const ROTATION_MEMORY_MB = 512;
const CHECKS_PER_HOUR = 12;
const CHECK_MEMORY_MB = 256;

const DAYS_PER_MONTH = HOURS_PER_MONTH / 24;
const MB_PER_GB = 1_024;
const GB = 1e9;

export function unattendedLines(usage: Usage): readonly UsedItem[] {
  return [...canaryLines(usage), ...checkLines(usage), ...rotationLines(usage)];
}

function canaryLines({ assumed, stage }: Usage): readonly UsedItem[] {
  if (stage.canary === undefined) return [];
  const visits = tickTimes(stage.canary.schedule, 1).length * DAYS_PER_MONTH;
  const requests = visits * REQUESTS_PER_VISIT + SEARCHES_PER_DAY * DAYS_PER_MONTH;
  // An hour after the last visit all environments have ended.
  const requestSeconds = (requests * (assumed.apiRequestMs + assumed.coldStartMs)) / 1_000;
  const gbSeconds =
    (visits * assumed.canaryVisitSeconds * stage.canary.memoryMb + requestSeconds * stage.api.memoryMb) / MB_PER_GB;
  const lines = visits * linesPerCall.schedule + requests * (linesPerCall.api + 1);
  return [
    ...itemsOf("Lambda", [
      ["canary and its requests", gbSeconds, "lambdaGbSeconds"],
      ["their invocations", visits + requests, "lambdaRequests"],
    ]),
    ...itemsOf("API Gateway", [["the canary's requests", requests, "httpApiRequests"]]),
    ...itemsOf("Secrets Manager", [["reads for the canary", visits + requests, "secretCalls"]]),
    ...itemsOf("CloudWatch and X-Ray", [
      ["the canary's logs", (lines * assumed.logLineBytes) / GB, "logIngestion"],
      ["the canary's traces", visits + (stage.tracing.endpoints ? requests : 0), "traces"],
    ]),
  ];
}

function checkLines({ assumed, stage }: Usage): readonly UsedItem[] {
  const everyFiveMinutes = CHECKS_PER_HOUR * HOURS_PER_MONTH;
  const probes = stage.canary ? tickTimes(stage.canary.probeSchedule, 1).length * DAYS_PER_MONTH : 0;
  const safeguards = stage.keepData && stage.database.cluster ? everyFiveMinutes : 0;
  const gauges = stage.monitoring === "full" ? everyFiveMinutes : 0;
  const runs = probes + safeguards + gauges;
  const requestMb = (probes * assumed.apiRequestMs * stage.api.memoryMb) / 1_000;
  const gbSeconds = (runs * assumed.checkRunSeconds * CHECK_MEMORY_MB + requestMb) / MB_PER_GB;
  // A run logs its success or its figures. A request has two lines, and one of the gateway.
  const lines = runs * linesPerCall.schedule + probes * (linesPerCall.api + 1);
  return [
    ...itemsOf("Lambda", [
      ["checks and the probe's requests", gbSeconds, "lambdaGbSeconds"],
      ["their invocations", runs + probes, "lambdaRequests"],
    ]),
    ...itemsOf("API Gateway", [["the probe's requests", probes, "httpApiRequests"]]),
    ...itemsOf("EventBridge", [["schedules of checks", runs, "scheduledEvents"]]),
    ...itemsOf("CloudWatch and X-Ray", [
      ["logs of checks", (lines * assumed.logLineBytes) / GB, "logIngestion"],
      ["traces of checks", runs + (stage.tracing.endpoints ? probes : 0), "traces"],
    ]),
  ];
}

function rotationLines({ assumed, inventory }: Usage): readonly UsedItem[] {
  const rotations = (inventory.rotations * DAYS_PER_MONTH) / ROTATION_DAYS;
  const seconds = rotations * ROTATION_STEPS * assumed.scheduledRunSeconds;
  return [
    ...itemsOf("Lambda", [["rotations", (seconds * ROTATION_MEMORY_MB) / MB_PER_GB, "lambdaGbSeconds"]]),
    ...itemsOf("Secrets Manager", [["rotations", rotations * CALLS_PER_ROTATION, "secretCalls"]]),
  ];
}
