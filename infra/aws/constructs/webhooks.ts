import { FunctionUrlAuthType } from "aws-cdk-lib/aws-lambda";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";

import { senderEnvironment, webhookDispatchEnvironment } from "../../../lib/wiring/environment.ts";
import type { Deployment } from "../deployment.ts";
import { entries } from "../entries.ts";
import type { Database } from "./database.ts";
import { FailingMail } from "./failing-mail.ts";
import type { FunctionAccess } from "./function-access.ts";
import { functionByName } from "./function-by-name.ts";
import { functionName } from "./function-name.ts";
import { Schedule } from "./schedule.ts";
import { ServerFunction } from "./server-function.ts";
import { readStageValue, writeStageValue } from "./stage-value.ts";

const SENDER = "send-webhook";

/** Returns the sender by its name and the address that its stack keeps (ADR 39). */
export function senderByName(scope: Construct, { stage }: Deployment): FunctionAccess {
  const sender = functionByName(scope, SENDER, functionName(stage, SENDER));
  return {
    url: readStageValue(scope, stage, "webhook-sender-url"),
    grantCallTo: (caller) => sender.grantInvokeUrl(caller.lambda).assertSuccess(),
  };
}

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
      name: SENDER,
      description: "Sends requests to receivers of webhooks and mails to the SMTP server, and reads clients' documents",
      schema: senderEnvironment(),
      environment: { LOG_LEVEL: deployment.stage.logLevel, WEBHOOK_SETTINGS: webhooks },
      memoryMb: MEMORY_MB,
      timeoutSeconds: SENDER_TIMEOUT_SECONDS,
      reservedConcurrency: webhooks.reservedConcurrency,
      tracing: "never",
    });
    const senderUrl = sender.lambda.addFunctionUrl({ authType: FunctionUrlAuthType.AWS_IAM });
    writeStageValue(this, deployment.stage, "webhook-sender-url", senderUrl.url);
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
