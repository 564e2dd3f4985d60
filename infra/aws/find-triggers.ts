import { CloudWatchClient, DescribeAlarmsCommand } from "@aws-sdk/client-cloudwatch";

import { CALL_TIMEOUT_MS, clientOptions } from "./aws-client.ts";
import { alarmName, REPEATED_VISITS } from "./constructs/runbook.ts";
import type { Stage } from "./stage.ts";

export async function findTriggers({ name }: Stage, profile?: string): Promise<readonly string[]> {
  const names = [
    alarmName(name, "API errors"),
    alarmName(name, "API latency"),
    alarmName(name, "Failing canary", REPEATED_VISITS),
  ];
  const client = new CloudWatchClient(clientOptions(profile));
  try {
    const command = new DescribeAlarmsCommand({ AlarmNames: names });
    const { MetricAlarms = [] } = await client.send(command, { abortSignal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
    const arns = MetricAlarms.flatMap(({ AlarmArn }) => AlarmArn ?? []);
    return arns.length === names.length ? arns.toSorted() : [];
  } finally {
    client.destroy();
  }
}
