import { Construct } from "constructs";
import type * as z from "zod";

import type { Platform } from "../../../lib/domain/platform.ts";
import { databaseEnvironment, resyncEnvironment } from "../../../lib/wiring/environment.ts";
import { redriveEnvironment } from "../../../lib/wiring/watching-environment.ts";
import type { Deployment } from "../deployment.ts";
import { entries } from "../entries.ts";
import type { Database } from "./database.ts";
import { ServerFunction } from "./server-function.ts";
import type { WorkQueue } from "./work-queue.ts";

const TIMEOUT_SECONDS = 60;
const MEMORY_MB = 512;

export type OperationsProps = {
  readonly deployment: Deployment;
  readonly database: Database;
  readonly onDemandQueues: Readonly<Record<Platform, WorkQueue>>;
  readonly queues: readonly WorkQueue[];
};

export class Operations extends Construct {
  readonly #deployment: Deployment;

  constructor(scope: Construct, id: string, props: OperationsProps) {
    super(scope, id);
    this.#deployment = props.deployment;
    const { database } = props;
    this.#addDatabaseOperation("PausePlatform", entries.pausePlatform, {
      description: "Stops all requests to a store until it is resumed",
      database,
    });
    this.#addDatabaseOperation("ResumePlatform", entries.resumePlatform, {
      description: "Lets the service call a store again",
      database,
    });
    this.#addDatabaseOperation("ExportUser", entries.exportUser, {
      description: "Returns all that is kept of a user",
      database,
    });
    this.#addDatabaseOperation("CreateUser", entries.createUser, {
      description: "Creates a user, although nobody may register",
      database,
    });
    this.#addDatabaseOperation("DeleteUser", entries.deleteUser, {
      description: "Deletes a user with all that is kept of them",
      database,
    });
    this.#addDatabaseOperation("ResetPassword", entries.resetPassword, {
      description: "Gives a user who lost their password a new one",
      database,
    });
    this.#addDatabaseOperation("MoveCharts", entries.moveCharts, {
      description: "Moves charts of earlier releases to the form of this one",
      database,
    });
    this.#addResync(props);
    this.#addRedrive(props);
  }

  #addDatabaseOperation(
    id: string,
    entry: string,
    { description, database }: { readonly description: string; readonly database: Database },
  ): void {
    const operation = new ServerFunction(this, id, {
      ...this.#shared(entry),
      description,
      schema: databaseEnvironment(),
      environment: database.environment(),
      network: database.network,
    });
    database.grantConnectTo(operation);
  }

  #addResync({ database, deployment: { stage }, onDemandQueues }: OperationsProps): void {
    const resync = new ServerFunction(this, "ResyncApp", {
      ...this.#shared(entries.resyncApp),
      description: "Syncs an app now, however recent its last sync is",
      schema: resyncEnvironment(),
      environment: {
        ...database.environment(),
        SYNC_ON_DEMAND_IOS_QUEUE_URL: onDemandQueues.ios.queue.queueUrl,
        SYNC_ON_DEMAND_ANDROID_QUEUE_URL: onDemandQueues.android.queue.queueUrl,
        SYNC_SETTINGS: stage.sync,
        STORE_SETTINGS: stage.stores,
      },
      network: database.network,
    });
    database.grantConnectTo(resync);
    for (const { queue } of Object.values(onDemandQueues)) queue.grantSendMessages(resync.lambda).assertSuccess();
  }

  #addRedrive({ queues }: OperationsProps): void {
    const redrive: ServerFunction<z.ZodObject> = new ServerFunction(this, "RedriveQueue", {
      ...this.#shared(entries.redriveQueue),
      description: "Moves the dead letters of a queue back to it",
      schema: redriveEnvironment(),
      environment: { DEAD_LETTER_ARNS: queues.map(({ deadLetters }) => deadLetters.queueArn).join(",") },
    });
    for (const queue of queues) queue.grantRedriveTo(redrive);
  }

  #shared(entry: string) {
    const deployment = this.#deployment;
    return { deployment, entry, memoryMb: MEMORY_MB, timeoutSeconds: TIMEOUT_SECONDS };
  }
}
