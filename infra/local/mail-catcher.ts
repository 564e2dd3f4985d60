import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import type { SMTPServer } from "smtp-server";

import { LOCAL_HOST } from "../../lib/domain/smtp.ts";
import type { Stage } from "../aws/stage.ts";
import { LOCALHOST } from "./host/http-server.ts";
import { listenOn } from "./last-ports.ts";
import { mailCertificate, mailKey } from "./mail-certificate.ts";

export type CaughtMail = {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
};

export type MailCatcher = {
  readonly email: Exclude<Stage["email"], "off">;
  /** The secret of these settings has it. */
  readonly login: { readonly username: string; readonly password: string };
  /** The newest 20, the last one last. */
  readonly caught: readonly CaughtMail[];
  readonly stop: () => void;
};

const CAUGHT_MAX = 20;
const SHOWN_CHARACTERS = 4_000;
const PASSWORD_BYTES = 16;
const CLOSE_MS = 100;
const SECRET_ARN = "arn:aws:secretsmanager:us-east-1:000000000000:secret:smtp-login-000000";

/** Catches all mails of a local stage and prints them, so that none leaves this machine. */
export async function startMailCatcher(print: (text: string) => void, wantedPort?: number): Promise<MailCatcher> {
  const caught: CaughtMail[] = [];
  const login = { username: "shelfwatch", password: randomBytes(PASSWORD_BYTES).toString("hex") };
  const keep = (mail: CaughtMail) => {
    caught.push(mail);
    if (caught.length > CAUGHT_MAX) caught.shift();
    print(describe(mail));
  };
  // The server is loaded with the first mail, since a start needs its port alone.
  let server: Promise<SMTPServer> | undefined;
  const accept = async (socket: Socket) => {
    server ??= createMailServer(login, keep);
    (await server).server.emit("connection", socket);
  };
  const listener = createServer((socket) => {
    accept(socket.on("error", () => undefined)).catch(() => socket.destroy());
  });
  await listenOn(wantedPort, (free) => once(listener.listen(free, LOCALHOST), "listening"));
  const address = listener.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    email: {
      ...{ host: LOCAL_HOST, port, from: "alerts@shelfwatch.example" },
      ...{ secretArn: SECRET_ARN, certificate: mailCertificate },
    },
    login,
    caught,
    // The server lets a mail that is being received end, but no caller waits for that.
    stop: () => {
      listener.close();
      void server?.then((one) => one.close());
    },
  };
}

/** Returns the stage with a catcher of its mails. A stage whose sender rejects this machine sends no mail. */
export async function catchMails(
  stage: Stage,
  input: { readonly print: (mail: string) => void; readonly stops: (() => void)[]; readonly port: number | undefined },
) {
  const { delivery, loopback } = stage.webhooks;
  if (delivery === "off" || loopback === "rejected" || stage.email !== "off") return { stage, secrets: {}, mails: [] };
  const { email, login, caught, stop } = await startMailCatcher(input.print, input.port);
  input.stops.push(stop);
  return { stage: { ...stage, email }, secrets: { [email.secretArn]: JSON.stringify(login) }, mails: caught };
}

async function createMailServer(login: MailCatcher["login"], keep: (mail: CaughtMail) => void): Promise<SMTPServer> {
  const [{ SMTPServer }, { simpleParser }] = await Promise.all([import("smtp-server"), import("mailparser")]);
  const server = new SMTPServer({
    ...{ key: mailKey, cert: mailCertificate, logger: false, disableReverseLookup: true, closeTimeout: CLOSE_MS },
    onAuth: ({ username, password }, _session, respond) => {
      const isKnown = username === login.username && password === login.password;
      if (isKnown) respond(null, { user: login.username });
      else respond(Object.assign(new Error("The login is unknown"), { responseCode: 535 }));
    },
    onData: async (stream, { envelope }, respond) => {
      const parsed = await simpleParser(await text(stream), { skipTextToHtml: true });
      keep({
        from: envelope.mailFrom === false ? "" : envelope.mailFrom.address,
        to: envelope.rcptTo.map((recipient) => recipient.address),
        subject: parsed.subject ?? "",
        text: parsed.text ?? "",
      });
      respond();
    },
  });
  return server.on("error", () => undefined);
}

function describe({ from, to, subject, text: body }: CaughtMail): string {
  const shown = body.length > SHOWN_CHARACTERS ? `${body.slice(0, SHOWN_CHARACTERS)} …` : body;
  return `Mail from ${from} to ${to.join(", ")}: ${subject}\n\n${shown}`;
}
