import { lookup } from "node:dns/promises";
import { connect as connectPlain } from "node:net";
import { connect as connectTls } from "node:tls";
import { systemClock } from "../runtime/clock.ts";
import { lazy } from "../runtime/lazy.ts";
import { readAwsCredentials } from "../stores/signed-transport.ts";
import { callSender } from "../webhooks/call-sender.ts";
import type { DispatchDependencies } from "../webhooks/dispatch-webhooks.ts";
import { SENDING_MS, type SenderDependencies, type Target } from "../webhooks/send-webhook.ts";
import { deployedPorts } from "./deployed-ports.ts";
import { parseEnvironment, senderEnvironment, webhookDispatchEnvironment } from "./environment.ts";

export const dispatchDependencies = /* @__PURE__ */ lazy((): DispatchDependencies => {
  const environment = parseEnvironment(webhookDispatchEnvironment());
  const { AWS_REGION: region = "us-east-1" } = process.env;
  return {
    ...deployedPorts(environment),
    realNow: Date.now,
    mail: undefined,
    send: callSender({
      senderUrl: environment.WEBHOOK_SENDER_URL,
      credentials: () => readAwsCredentials(process.env),
      region,
      now: systemClock(),
      fetch,
    }),
  };
});

export const senderDependencies = /* @__PURE__ */ lazy((): SenderDependencies => {
  const { WEBHOOK_SETTINGS: targets } = parseEnvironment(senderEnvironment());
  return {
    targets,
    connect,
    resolve: async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address),
    elapsed: () => performance.now(),
    timeoutMs: SENDING_MS,
  };
});

function connect({ address: host, port, servername }: Target) {
  return servername === undefined ? connectPlain({ host, port }) : connectTls({ host, port, servername });
}
