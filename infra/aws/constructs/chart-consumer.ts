import type { Construct } from "constructs";

import type { Platform } from "../../../lib/domain/platform.ts";
import { chartConsumerEnvironment } from "../../../lib/wiring/environment.ts";
import type { Deployment } from "../deployment.ts";
import { entries } from "../entries.ts";
import type { Database } from "./database.ts";
import type { FunctionAccess } from "./function-access.ts";
import { StoreConsumer } from "./store-consumer.ts";
import type { WorkQueue } from "./work-queue.ts";

export type ChartConsumerProps = {
  readonly deployment: Deployment;
  readonly database: Database;
  readonly platform: Platform;
  readonly scraper: FunctionAccess;
  readonly queue: WorkQueue;
};

export class ChartConsumer extends StoreConsumer<ReturnType<typeof chartConsumerEnvironment>> {
  constructor(scope: Construct, id: string, props: ChartConsumerProps) {
    const { deployment, database, platform, scraper, queue } = props;
    const { charts, keywords, stores } = deployment.stage;
    super(scope, id, {
      deployment,
      database,
      entry: entries.fetchChart,
      description: `Fetches the charts and tracked terms of ${queue.queueName}`,
      schema: chartConsumerEnvironment(),
      environment: {
        ...database.environment(),
        PLATFORM: platform,
        CHARTS_QUEUE_URL: queue.queue.queueUrl,
        SCRAPER_URL: scraper.url,
        STORE_SETTINGS: stores,
        CHART_SETTINGS: charts,
        KEYWORD_SETTINGS: keywords,
      },
      scraper,
      source: queue,
      sendsTo: [queue],
      maxConcurrency: charts.maxConcurrency,
    });
  }
}
