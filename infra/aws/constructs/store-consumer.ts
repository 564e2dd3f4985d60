import { RecursiveLoop } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import type * as z from "zod";

import type { Deployment } from "../deployment.ts";
import type { Database } from "./database.ts";
import type { FunctionAccess } from "./function-access.ts";
import { QueueConsumer } from "./queue-consumer.ts";
import { type FunctionEnvironment, ServerFunction } from "./server-function.ts";
import type { WorkQueue } from "./work-queue.ts";

export type StoreConsumerProps<Schema extends z.ZodObject> = {
  readonly deployment: Deployment;
  readonly database: Database;
  readonly entry: string;
  readonly description: string;
  readonly schema: Schema;
  readonly environment: FunctionEnvironment<Schema>;
  readonly scraper: FunctionAccess;
  readonly source: WorkQueue;
  readonly sendsTo: readonly WorkQueue[];
  readonly maxConcurrency: number;
};

export class StoreConsumer<Schema extends z.ZodObject> extends Construct {
  constructor(scope: Construct, id: string, props: StoreConsumerProps<Schema>) {
    super(scope, id);
    const { deployment, database, entry, description, schema, environment, scraper, source } = props;
    const { workerMemoryMb, workerTimeoutSeconds } = deployment.stage.sync;
    const worker = new ServerFunction(this, "Worker", {
      deployment,
      entry,
      name: `${source.queueName}-consumer`,
      description,
      schema,
      environment,
      memoryMb: workerMemoryMb,
      timeoutSeconds: workerTimeoutSeconds,
      network: database.network,
      tracing: deployment.stage.tracing.consumers ? "always" : "never",
      // Phases of a run, and charts that wait for tokens, return to the queue more often than loop detection allows.
      // Hops of a message and the end of the chart's day bound them.
      recursiveLoop: RecursiveLoop.ALLOW,
    });
    database.grantConnectTo(worker);
    scraper.grantCallTo(worker);
    for (const { queue } of props.sendsTo) queue.grantSendMessages(worker.lambda).assertSuccess();

    new QueueConsumer(this, "Source", { source, consumer: worker, maxConcurrency: props.maxConcurrency });
  }
}
