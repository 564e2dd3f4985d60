import type { ShowChartDependencies } from "../charts/show-chart.ts";
import { createChartQueues } from "../queues/work-queues.ts";
import { buildEndpointDependencies, type EndpointDependencies } from "./endpoint-dependencies.ts";
import { chartEndpointEnvironment } from "./endpoint-environment.ts";
import { parseEnvironment } from "./environment.ts";
import { once } from "./once.ts";
import { sqsClient } from "./sqs-client.ts";

/** What endpoints that may queue a chart need besides. */
export const chartEndpointDependencies = once(
  (): EndpointDependencies & Omit<ShowChartDependencies, "correlationId"> => {
    const environment = parseEnvironment(chartEndpointEnvironment);
    return {
      ...buildEndpointDependencies(environment),
      chartQueues: createChartQueues(sqsClient, {
        ios: environment.CHARTS_IOS_QUEUE_URL,
        android: environment.CHARTS_ANDROID_QUEUE_URL,
      }),
      chartSettings: {
        chartsPerMinute: { ios: environment.CHARTS_PER_MINUTE_IOS, android: environment.CHARTS_PER_MINUTE_ANDROID },
        askedPerUserAndDay: environment.CHARTS_ASKED_PER_USER_AND_DAY,
        resendSeconds: environment.CHART_RESEND_SECONDS,
      },
    };
  },
);
