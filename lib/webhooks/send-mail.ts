import { once } from "node:events";
import type { Socket } from "node:net";
import SMTPConnection from "nodemailer/lib/smtp-connection";

import { IMPLICIT_TLS_PORT, LOCAL_HOST } from "../domain/smtp.ts";
import { LOOPBACK } from "../domain/webhook.ts";
import { findAddress } from "./checked-address.ts";
import { composeMail } from "./compose-mail.ts";
import { READ_BYTES_MAX, type SenderDependencies } from "./send-webhook.ts";
import { type Attempt, attemptInTime, excerptOf } from "./sent-attempt.ts";
import type { SentMail } from "./sent-mail.ts";
import { type SentResult, STATUS_MAX } from "./sent-request.ts";

const ACCEPTED = 250;
/** RFC 5321, section 4.2.1: replies from here on are failures. */
const FAILURE_MIN = 400;

/** Milliseconds for the server to close its side. Nobody waits for it. */
const CLOSING_MS = 1_000;

/** Sends one mail to the operator's server, at an address that it has checked, and only over TLS. */
export function sendMail(deps: SenderDependencies, sent: SentMail): Promise<SentResult> {
  return attemptInTime(deps, (signal) => trySend(deps, sent, signal));
}

async function trySend(deps: SenderDependencies, sent: SentMail, signal: AbortSignal): Promise<Attempt> {
  const { host, port } = sent.smtp;
  const address = await findAddress(deps, host === LOCAL_HOST ? LOOPBACK : host, signal);
  if (typeof address !== "string") return address;
  const socket = deps.connect({ address, port, servername: undefined });
  // An error between two steps is reported by the next step.
  socket.on("error", () => undefined);
  try {
    await once(socket, "connect", { signal });
  } catch {
    socket.destroy();
    return { error: "connect" };
  }
  return await hand(socket, sent, { timeoutMs: deps.timeoutMs, signal });
}

type Limits = { readonly timeoutMs: number; readonly signal: AbortSignal };

/** The library's timeouts bound each step. The signal bounds all steps together. */
function hand(socket: Socket, { smtp, mail }: SentMail, { timeoutMs, signal }: Limits): Promise<Attempt> {
  const { host, port, username, password, certificate } = smtp;
  const connection = new SMTPConnection({
    connection: socket,
    host,
    port,
    name: mail.from.slice(mail.from.lastIndexOf("@") + 1),
    secure: port === IMPLICIT_TLS_PORT,
    requireTLS: true,
    tls: { servername: host, ...(certificate === undefined ? {} : { ca: [certificate] }) },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    socketCloseTimeout: CLOSING_MS,
    maxResponseSize: READ_BYTES_MAX,
    logger: false,
  });
  const { promise, resolve } = Promise.withResolvers<Attempt>();
  const fail = (error: SMTPConnection.SMTPError) => resolve(failureOf(error, connection, smtp));
  signal.addEventListener("abort", () => resolve({ error: "timeout" }), { once: true });
  connection.on("error", fail);
  connection.connect((unconnected) => {
    if (unconnected) return fail(unconnected);
    connection.login({ user: username, pass: password }, (rejected) => {
      if (rejected) return fail(rejected);
      connection.send({ from: mail.from, to: [mail.to] }, composeMail(mail), (unsent, info) => {
        if (unsent) return fail(unsent);
        resolve({ status: ACCEPTED, excerpt: excerptOfReply(info.response, smtp) });
      });
    });
  });
  return promise.finally(() => connection.close());
}

function failureOf(
  { code, responseCode = 0, response = "" }: SMTPConnection.SMTPError,
  { upgrading = false }: SMTPConnection,
  smtp: SentMail["smtp"],
): Attempt {
  // Errors of certificates have the same code as other socket errors.
  if (code === "ETLS" || upgrading) return { error: "tls" };
  if (code === "ETIMEDOUT") return { error: "timeout" };
  if (responseCode < FAILURE_MIN || responseCode > STATUS_MAX) return { error: "response" };
  // The reply to a login does not concern the user, and may repeat the credentials.
  return { status: responseCode, excerpt: code === "EAUTH" ? "" : excerptOfReply(response, smtp) };
}

function excerptOfReply(reply: string, { username, password }: SentMail["smtp"]): string {
  return reply.includes(username) || reply.includes(password) ? "" : excerptOf(Buffer.from(reply));
}
