import { lookup } from "node:dns/promises";
import { connect as connectPlain } from "node:net";
import { connect as connectTls } from "node:tls";
import type * as z from "zod";

import { systemClock } from "../runtime/clock.ts";
import { lazy } from "../runtime/lazy.ts";
import { readAwsCredentials } from "../stores/signed-transport.ts";
import { callSender } from "../webhooks/call-sender.ts";
import type { DispatchDependencies } from "../webhooks/dispatch-webhooks.ts";
import { mailThroughSender } from "../webhooks/mail-through-sender.ts";
import type { Target } from "../webhooks/request-at.ts";
import { SENDING_MS, type SenderDependencies } from "../webhooks/send-webhook.ts";
import { readCredentials } from "./credentials.ts";
import { deployedPorts } from "./deployed-ports.ts";
import { parseEnvironment, senderEnvironment, webhookDispatchEnvironment } from "./environment.ts";
import type { emailSettings } from "./settings.ts";

export const dispatchDependencies = /* @__PURE__ */ lazy((): DispatchDependencies => {
  const environment = parseEnvironment(webhookDispatchEnvironment());
  const { AWS_REGION: region = "us-east-1" } = process.env;
  const send = callSender({
    senderUrl: environment.WEBHOOK_SENDER_URL,
    credentials: () => readAwsCredentials(process.env),
    region,
    now: systemClock(),
    fetch,
  });
  const ports = deployedPorts(environment);
  return { ...ports, realNow: Date.now, mail: mailOf(environment.EMAIL_SETTINGS, { send, log: ports.log }), send };
});

function mailOf(
  email: z.output<ReturnType<typeof emailSettings>>,
  ports: Pick<DispatchDependencies, "log"> & { readonly send: ReturnType<typeof callSender> },
): DispatchDependencies["mail"] {
  if (email === "off") return undefined;
  const { from, secretArn, ...server } = email;
  const readSecret = () => readCredentials(secretArn);
  return {
    from,
    send: mailThroughSender({ ...ports, server, readCredentials: readSecret, elapsed: () => performance.now() }),
  };
}

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
