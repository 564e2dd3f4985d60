import { once } from "node:events";
import { connect, createServer, Socket } from "node:net";
import type { SMTPServerOptions } from "smtp-server";
import { describe, expect, it, onTestFinished } from "vitest";

import type { Target } from "../../../lib/webhooks/request-at.ts";
import type { SenderDependencies } from "../../../lib/webhooks/send-webhook.ts";
import { elsewhereCertificate, testAuthority } from "../../support/tls-certificates.ts";
import { mail, portOf, sendTo, startMailServer } from "./mail-server.ts";

const TIMEOUT_MS = 400;
const inTime = { deps: { timeoutMs: TIMEOUT_MS } };

const rejection = (responseCode: number) => Object.assign(new Error("no"), { responseCode });

/** Starts a server that says what a test has it say, without being an SMTP server. */
async function listen(onSocket: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => undefined));
    onSocket(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return portOf(server.address());
}

describe("TLS", () => {
  it("[HOOK-40] is required: a server without STARTTLS gets neither the login nor the mail", async () => {
    const said: string[] = [];
    const port = await listen((socket) => {
      socket.write("220 plain.example\r\n");
      socket.on("data", (chunk) => {
        said.push(...chunk.toString().trim().split("\r\n"));
        const isGreeting = said.at(-1)?.startsWith("EHLO") === true;
        socket.write(isGreeting ? "250-plain.example\r\n250 AUTH PLAIN LOGIN\r\n" : "502 no\r\n");
      });
    });

    expect(await sendTo(port, mail)).toMatchObject({ error: "tls" });
    expect(said).toEqual(["EHLO shelfwatch.example", "STARTTLS"]);
  });

  it.each([465, 587])("[HOOK-40] is for the name of the server alone at port %s", async (port) => {
    const { send, received } = await startMailServer({ secure: port === 465, cert: elsewhereCertificate });

    expect(await send({}, { smtp: { port } })).toMatchObject({ error: "tls" });
    expect(received).toEqual([]);
  });

  it.each([465, 587])("[HOOK-40] has a certificate that somebody vouches for at port %s", async (port) => {
    const { send, received } = await startMailServer({ secure: port === 465 });

    expect(await send({}, { smtp: { port, certificate: elsewhereCertificate } })).toMatchObject({ error: "tls" });
    expect(await send({}, { smtp: { port, certificate: testAuthority } })).toMatchObject({ status: 250 });
    expect(received).toHaveLength(1);
  });

  it("[HOOK-40] does not begin in plain text at port 465", async () => {
    const { send } = await startMailServer();

    expect(await send({}, { smtp: { port: 465 }, ...inTime })).toMatchObject({ error: "tls" });
  });
});

describe("the server", () => {
  it.each(["10.0.0.25", "127.0.0.1", "169.254.169.254", "::1"])(
    "[HOOK-40] is never connected to at %s",
    async (address) => {
      let connections = 0;
      const port = await listen(() => {
        connections += 1;
      });
      const targets = { loopback: "rejected" as const, privateTargets: [] };
      const deps = { targets, resolve: async () => [address] };

      for (const host of ["mail.example", "localhost"])
        expect(await sendTo(port, mail, { smtp: { host }, deps })).toMatchObject({ error: "rejected_address" });
      expect(connections).toBe(0);
    },
  );

  it("[HOOK-40] is connected to at the address that was checked, which is resolved once", async () => {
    const { send, received } = await startMailServer();
    const responses = [["10.1.2.3"], ["127.0.0.1"]];
    const connected: Target[] = [];
    const deps: Partial<SenderDependencies> = {
      targets: { loopback: "rejected", privateTargets: ["10.0.0.0/8"] },
      resolve: async () => responses.shift() ?? [],
      connect: (target) => {
        connected.push(target);
        return new Socket().destroy(new Error("A test connects to nobody."));
      },
    };

    await send({}, { smtp: { host: "mail.example" }, deps });

    expect(connected).toEqual([{ address: "10.1.2.3", port: 587, servername: undefined }]);
    expect({ responses, received }).toEqual({ responses: [["127.0.0.1"]], received: [] });
  });

  it("has a name that exists and takes connections", async () => {
    const closed = await listen(() => undefined);
    const resolved = { smtp: { host: "mail.example" } };

    expect(await sendTo(closed, mail, resolved)).toMatchObject({ error: "dns" });
    expect(await sendTo(1, mail)).toMatchObject({ error: "connect" });
  });

  it.each<[string, number, SMTPServerOptions]>([
    ["the connection", 554, { onConnect: (_session, respond) => respond(rejection(554)) }],
    ["the connection for now", 421, { onConnect: (_session, respond) => respond(rejection(421)) }],
    ["the password", 535, { onAuth: (_auth, _session, respond) => respond(rejection(535)) }],
    ["the password for now", 454, { onAuth: (_auth, _session, respond) => respond(rejection(454)) }],
    ["the sender", 553, { onMailFrom: (_address, _session, respond) => respond(rejection(553)) }],
    ["the recipient", 550, { onRcptTo: (_address, _session, respond) => respond(rejection(550)) }],
    [
      "the text",
      552,
      { onData: (stream, _session, respond) => void stream.resume().on("end", () => respond(rejection(552))) },
    ],
  ])("[HOOK-42] rejects %s with %s, which is the result", async (_what, status, options) => {
    const { send } = await startMailServer(options);

    expect(await send()).toMatchObject({ status });
  });

  it("[HOOK-42] gets a mail again that it has put off, and accepts it once", async () => {
    const seen = new Set<string>();
    const { send, received } = await startMailServer({
      onRcptTo: ({ address }, _session, respond) => {
        const isKnown = seen.has(address);
        seen.add(address);
        respond(isKnown ? null : rejection(451));
      },
    });

    expect(await send()).toMatchObject({ status: 451 });
    expect(received).toEqual([]);
    expect(await send()).toMatchObject({ status: 250 });
    expect(received).toHaveLength(1);
  });

  it.each<[string, SMTPServerOptions]>([
    ["greets nobody", { onConnect: () => undefined }],
    ["does not respond to the login", { onAuth: () => undefined }],
    ["does not respond to the recipient", { onRcptTo: () => undefined }],
    ["does not respond to the text", { onData: (stream) => void stream.resume() }],
  ])("[HOOK-43] has its time in all, also where it %s", async (_what, options) => {
    const { send, received } = await startMailServer(options);

    expect(await send({}, inTime)).toMatchObject({ error: "timeout" });
    expect(received).toEqual([]);
  });

  it("[HOOK-43] has its time in all, also where its greeting drips", async () => {
    const port = await listen((socket) => {
      const timer = setInterval(() => socket.write("220-wait\r\n"), 20);
      socket.on("close", () => clearInterval(timer));
    });

    expect(await sendTo(port, mail, inTime)).toMatchObject({ error: "timeout" });
  });

  it("[HOOK-43] gets a mail twice whose acceptance came too late", async () => {
    let isSlow = true;
    const texts: Buffer[] = [];
    const { send } = await startMailServer({
      onData: (stream, _session, respond) => {
        stream.on("data", (chunk) => texts.push(chunk)).on("end", () => isSlow || respond());
      },
    });

    expect(await send({}, inTime)).toMatchObject({ error: "timeout" });
    isSlow = false;
    expect(await send()).toMatchObject({ status: 250 });
    expect(Buffer.concat(texts).toString().split(mail.messageId)).toHaveLength(3);
  });

  it.each<[string, (reset: () => void) => SMTPServerOptions]>([
    ["at the login", (reset) => ({ onAuth: reset })],
    ["at the recipient", (reset) => ({ onRcptTo: reset })],
    ["after the text", (reset) => ({ onData: (stream) => void stream.resume().on("end", reset) })],
  ])("[HOOK-42] resets the connection %s, which is no acceptance", async (_when, options) => {
    let client: Socket | undefined;
    const { port } = await startMailServer(options(() => client?.resetAndDestroy()));
    // A relay knows no TLS, below which Node cannot reset a connection.
    const relay = await listen((socket) => {
      client = socket;
      const server = connect({ host: "127.0.0.1", port }).on("error", () => undefined);
      socket.pipe(server).pipe(socket);
    });

    expect(await sendTo(relay, mail)).toMatchObject({ error: "response" });
  });

  it.each([
    ["is no SMTP server", "HTTP/1.1 400 Bad Request\r\n\r\n"],
    ["never ends its greeting", "220-wait\r\n".repeat(10_000)],
    ["replies with a number that SMTP does not have", "999 hello\r\n"],
  ])("gives no usable response where it %s", async (_what, said) => {
    const port = await listen((socket) => void socket.write(said));

    expect(await sendTo(port, mail)).toMatchObject({ error: "response" });
  });
});
