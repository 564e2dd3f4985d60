import { RecursiveLoop } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";

import type { Platform } from "../../lib/domain/platform.ts";
import { chartWorkerEnvironment } from "../../lib/runtime/chart-environment.ts";
import type { Deployment } from "../deployment.ts";
import { entries } from "../entries.ts";
import type { Database } from "./database.ts";
import { QueueConsumer } from "./queue-consumer.ts";
import { ServerFunction } from "./server-function.ts";
import type { StoreScraper } from "./store-scraper.ts";
import type { WorkQueue } from "./work-queue.ts";

export type ChartConsumerProps = {
  readonly deployment: Deployment;
  readonly database: Database;
  readonly platform: Platform;
  /** The scraper and the chart queue of the platform: all that this consumer can reach. */
  readonly scraper: StoreScraper;
  readonly queue: WorkQueue;
};

/** Works on one chart queue and re-sends to it what the store's budget turns away. */
export class ChartConsumer extends Construct {
  constructor(scope: Construct, id: string, props: ChartConsumerProps) {
    super(scope, id);
    const { deployment, database, platform, scraper, queue } = props;
    const { charts, sync } = deployment.stage;
    const worker = new ServerFunction(this, "Worker", {
      deployment,
      entry: entries.fetchChart,
      description: `Fetches the charts of ${queue.queueName}`,
      schema: chartWorkerEnvironment,
      environment: {
        ...database.environment(),
        PLATFORM: platform,
        CHARTS_QUEUE_URL: queue.queue.queueUrl,
        SCRAPER_URL: scraper.url,
        CHART_LEASE_SECONDS: charts.leaseSeconds,
        CHART_RESEND_SECONDS: charts.resendSeconds,
        STORE_BUDGET_RATE: sync.storeBudgets[platform].rate,
        STORE_BUDGET_CAPACITY: sync.storeBudgets[platform].capacity,
      },
      memoryMb: sync.workerMemoryMb,
      timeoutSeconds: sync.workerTimeoutSeconds,
      network: database.network,
      // A chart waits for the store's budget for as long as its day lasts.
      recursiveLoop: RecursiveLoop.ALLOW,
    });
    database.grantConnectTo(worker);
    scraper.grantCallTo(worker);
    queue.queue.grantSendMessages(worker.lambda).assertSuccess();

    new QueueConsumer(this, "Source", { source: queue, consumer: worker, maxConcurrency: charts.maxConcurrency });
  }
}
