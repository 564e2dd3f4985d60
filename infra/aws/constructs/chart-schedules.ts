import { Construct } from "constructs";

import { type Platform, platforms } from "../../../lib/domain/platform.ts";
import { dailyChartsEnvironment, resendChartsEnvironment } from "../../../lib/wiring/environment.ts";
import type { Deployment } from "../deployment.ts";
import { entries } from "../entries.ts";
import type { Database } from "./database.ts";
import { Schedule } from "./schedule.ts";
import { ServerFunction } from "./server-function.ts";
import type { WorkQueue } from "./work-queue.ts";

export type ChartSchedulesProps = {
  readonly deployment: Deployment;
  readonly database: Database;
  readonly queues: Readonly<Record<Platform, WorkQueue>>;
  readonly timeoutSeconds: number;
};

export class ChartSchedules extends Construct {
  constructor(scope: Construct, id: string, props: ChartSchedulesProps) {
    super(scope, id);
    for (const platform of platforms) this.#planDaily(props, platform);
    this.#resend(props);
  }

  #planDaily({ deployment, database, queues, timeoutSeconds }: ChartSchedulesProps, platform: Platform): void {
    const { charts, keywords, schedules, stores, sync } = deployment.stage;
    const id = { ios: "StartDailyIos", android: "StartDailyAndroid" }[platform];
    const startDailyCharts = new ServerFunction(this, id, {
      deployment,
      entry: entries.startDailyCharts,
      name: `start-daily-charts-${platform}`,
      description: `Plans the day's charts of ${platform}`,
      schema: dailyChartsEnvironment(),
      environment: {
        ...database.environment(),
        PLATFORM: platform,
        CHARTS_QUEUE_URL: queues[platform].queue.queueUrl,
        CHART_SETTINGS: charts,
        KEYWORD_SETTINGS: keywords,
        STORE_SETTINGS: stores,
      },
      memoryMb: sync.workerMemoryMb,
      timeoutSeconds,
      network: database.network,
    });
    database.grantConnectTo(startDailyCharts);
    queues[platform].queue.grantSendMessages(startDailyCharts.lambda).assertSuccess();
    new Schedule(this, `${id}Schedule`, {
      target: startDailyCharts,
      expression: schedules.startDailyCharts,
      runAtLocalStart: true,
    });
  }

  #resend({ deployment, database, queues, timeoutSeconds }: ChartSchedulesProps): void {
    const { charts, keywords, schedules, stores, sync } = deployment.stage;
    const resendCharts = new ServerFunction(this, "Resend", {
      deployment,
      entry: entries.resendCharts,
      description: "Sends the charts that are due soon and those whose message was lost",
      schema: resendChartsEnvironment(),
      environment: {
        ...database.environment(),
        CHARTS_IOS_QUEUE_URL: queues.ios.queue.queueUrl,
        CHARTS_ANDROID_QUEUE_URL: queues.android.queue.queueUrl,
        CHART_SETTINGS: charts,
        KEYWORD_SETTINGS: keywords,
        STORE_SETTINGS: stores,
      },
      memoryMb: sync.workerMemoryMb,
      timeoutSeconds,
      network: database.network,
    });
    database.grantConnectTo(resendCharts);
    for (const { queue } of Object.values(queues)) queue.grantSendMessages(resendCharts.lambda).assertSuccess();
    new Schedule(this, "ResendSchedule", {
      target: resendCharts,
      expression: schedules.resendCharts,
      runAtLocalStart: true,
    });
  }
}
