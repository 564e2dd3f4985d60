import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { onTestFinished } from "vitest";

import { sendMail } from "../../../lib/webhooks/send-mail.ts";
import type { SenderDependencies } from "../../../lib/webhooks/send-webhook.ts";
import type { SentMail } from "../../../lib/webhooks/sent-mail.ts";
import { localhostCertificate, serverKey, testAuthority } from "../../support/tls-certificates.ts";

export const credentials = { username: "mail-user", password: "pass word-1" };

export const mail: SentMail["mail"] = {
  from: "alerts@shelfwatch.example",
  to: "ada@mailbox.example",
  subject: "Three events",
  text: "A price fell.\n",
  messageId: "<evt_1@shelfwatch.example>",
  date: 1_700_000_000,
  headers: {},
};

const TIMEOUT_MS = 5_000;
const CLOSE_TIMEOUT_MS = 50;

type Received = { readonly envelope: { readonly from: string; readonly to: readonly string[] }; readonly raw: string };

export type MailServer = {
  readonly received: Received[];
  readonly port: number;
  readonly server: SMTPServer;
  readonly send: (sent?: Partial<SentMail["mail"]>, options?: SendOptions) => ReturnType<typeof sendMail>;
};

type SendOptions = { readonly smtp?: Partial<SentMail["smtp"]>; readonly deps?: Partial<SenderDependencies> };

/** Starts an SMTP server that accepts all mails, unless options say otherwise. Any port leads to it. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: Received[] = [];
  const server = new SMTPServer({
    key: serverKey,
    cert: localhostCertificate,
    logger: false,
    closeTimeout: CLOSE_TIMEOUT_MS,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, respond) => {
      const isKnown = username === credentials.username && password === credentials.password;
      if (isKnown) return respond(null, { user: username });
      respond(Object.assign(new Error(`No login as ${username} with ${password}`), { responseCode: 535 }));
    },
    onData: (stream, { envelope: { mailFrom, rcptTo } }, respond) => {
      const envelope = { from: mailFrom === false ? "" : mailFrom.address, to: rcptTo.map(({ address }) => address) };
      const receive = (raw: string) => {
        received.push({ envelope, raw });
        respond();
      };
      // The stream of a mail fails when its client goes away before the end.
      text(stream).then(receive, respond);
    },
    ...options,
  });
  server.on("error", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  onTestFinished(() => server.close());
  const port = portOf(server.server.address());
  return { received, port, server, send: (sent = {}, sending = {}) => sendTo(port, { ...mail, ...sent }, sending) };
}

export function sendTo(port: number, sent: SentMail["mail"], { smtp, deps }: SendOptions = {}) {
  const certificate = testAuthority;
  return sendMail(
    { ...sender(port), ...deps },
    { smtp: { host: "localhost", port: 587, ...credentials, certificate, ...smtp }, mail: sent },
  );
}

function sender(port: number): SenderDependencies {
  return {
    targets: { loopback: "allowed", privateTargets: [] },
    resolve: () => Promise.reject(new Error("no such name")),
    connect: ({ address }) => connect({ host: address, port }),
    elapsed: () => performance.now(),
    timeoutMs: TIMEOUT_MS,
  };
}

export function portOf(address: AddressInfo | string | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}

export function parseMail({ raw }: Received): Promise<ParsedMail> {
  return simpleParser(raw, { skipTextToHtml: true });
}
