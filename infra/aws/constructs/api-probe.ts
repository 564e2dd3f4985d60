import { Construct } from "constructs";
import type * as z from "zod";

import { probeEnvironment } from "../../../lib/wiring/watching-environment.ts";
import type { Deployment } from "../deployment.ts";
import { entries } from "../entries.ts";
import type { Stage } from "../stage.ts";
import type { CanaryAccount } from "./canary-account.ts";
import { passingCheck } from "./passing-check.ts";
import { Schedule } from "./schedule.ts";
import { ServerFunction } from "./server-function.ts";
import { ServiceAlarm } from "./service-alarm.ts";

const TIMEOUT_SECONDS = 60;

export type ApiProbeProps = {
  readonly deployment: Deployment;
  readonly account: CanaryAccount;
  readonly apiUrl: string;
  readonly settings: NonNullable<Stage["canary"]>;
};

/** Sends the API a request every few minutes, so that a failure is noticed even without users (ADR 41). */
export class ApiProbe extends Construct {
  constructor(scope: Construct, id: string, { deployment, account, apiUrl, settings }: ApiProbeProps) {
    super(scope, id);
    const { stage } = deployment;
    const probe: ServerFunction<z.ZodObject> = new ServerFunction(this, "ProbeApi", {
      deployment,
      entry: entries.probeApi,
      description: "Sends the API one request that reaches the database",
      schema: probeEnvironment(),
      environment: {
        STAGE: stage.name,
        LOG_LEVEL: stage.logLevel,
        API_URL: apiUrl,
        ...account.environment(),
      },
      memoryMb: settings.memoryMb,
      timeoutSeconds: TIMEOUT_SECONDS,
    });
    account.grantUseTo(probe);
    new Schedule(this, "Schedule", { target: probe, expression: settings.probeSchedule, hasAlarms: false });
    new ServiceAlarm(this, "Alarm", {
      deployment,
      says: "A request that reaches the database fails again and again, or is no longer sent.",
      runbook: "Failing probe",
      ...passingCheck(probe.lambda),
    });
  }
}
