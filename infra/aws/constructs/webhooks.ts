import { FunctionUrlAuthType } from "aws-cdk-lib/aws-lambda";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";

import { senderEnvironment, webhookDispatchEnvironment } from "../../../lib/wiring/environment.ts";
import type { Deployment } from "../deployment.ts";
import { entries } from "../entries.ts";
import type { Database } from "./database.ts";
import { FailingMail } from "./failing-mail.ts";
import { Schedule } from "./schedule.ts";
import { ServerFunction } from "./server-function.ts";

export type WebhooksProps = { readonly deployment: Deployment; readonly database: Database };

/** The next tick goes on. */
const TICK_TIMEOUT_SECONDS = 50;
/** A request takes 15 seconds at most. */
const SENDER_TIMEOUT_SECONDS = 20;
const MEMORY_MB = 256;
/** A second tick would find the cursor and the endpoints of the first one locked. */
const DISPATCHERS = 1;

/** Sends events to users' receivers, from a function outside the network, without a database and a stored secret. */
export class Webhooks extends Construct {
  constructor(scope: Construct, id: string, { deployment, database }: WebhooksProps) {
    super(scope, id);
    const { email, schedules, webhooks } = deployment.stage;
    const sender = new ServerFunction(this, "Sender", {
      deployment,
      entry: entries.sendWebhook,
      description: "Sends a request to the receiver of a webhook, or a mail to the SMTP server",
      schema: senderEnvironment(),
      environment: { LOG_LEVEL: deployment.stage.logLevel, WEBHOOK_SETTINGS: webhooks },
      memoryMb: MEMORY_MB,
      timeoutSeconds: SENDER_TIMEOUT_SECONDS,
      reservedConcurrency: webhooks.reservedConcurrency,
      tracing: "never",
    });
    const senderUrl = sender.lambda.addFunctionUrl({ authType: FunctionUrlAuthType.AWS_IAM });
    const dispatcher = new ServerFunction(this, "DispatchWebhooks", {
      deployment,
      entry: entries.dispatchWebhooks,
      description: "Makes deliveries of new events and hands those that are due to the sender",
      schema: webhookDispatchEnvironment(),
      environment: { ...database.environment(), WEBHOOK_SENDER_URL: senderUrl.url, EMAIL_SETTINGS: email },
      memoryMb: MEMORY_MB,
      timeoutSeconds: TICK_TIMEOUT_SECONDS,
      reservedConcurrency: webhooks.reservedConcurrency === undefined ? undefined : DISPATCHERS,
      network: database.network,
    });
    database.grantConnectTo(dispatcher);
    sender.lambda.grantInvokeUrl(dispatcher.lambda).assertSuccess();
    if (email !== "off") {
      const secret = Secret.fromSecretCompleteArn(this, "SmtpSecret", email.secretArn);
      secret.grantRead(dispatcher.lambda).assertSuccess();
      new FailingMail(this, "FailingMail", { deployment, log: dispatcher.lambda.logGroup });
    }
    new Schedule(this, "DispatchWebhooksSchedule", {
      target: dispatcher,
      expression: schedules.dispatchWebhooks,
      runAtLocalStart: true,
    });
  }
}
