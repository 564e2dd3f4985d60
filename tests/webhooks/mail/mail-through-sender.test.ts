import { describe, expect, it } from "vitest";

import { mailThroughSender } from "../../../lib/webhooks/mail-through-sender.ts";
import type { SentMail } from "../../../lib/webhooks/sent-mail.ts";
import type { SentResult } from "../../../lib/webhooks/sent-request.ts";
import { mail } from "./mail-server.ts";

const server = { host: "smtp.example.com", port: 587 };
const accepted: SentResult = { status: 250, excerpt: "", durationMs: 1 };
const rejected: SentResult = { status: 535, excerpt: "", durationMs: 1 };
const FIVE_MINUTES_MS = 300_000;

/** Makes a dispatcher's way to send, with a secret that has another password each time it is read. */
function createWay(results: SentResult[] = []) {
  const sent: SentMail[] = [];
  const logged: (readonly [string, object?])[] = [];
  let reads = 0;
  let now = 0;
  let readable = true;
  const send = mailThroughSender({
    server,
    readCredentials: async () => {
      if (!readable) throw new Error("The secret cannot be read.");
      reads += 1;
      return { username: "user", password: `password-${reads}` };
    },
    send: async (one) => {
      sent.push(one);
      return results.shift() ?? accepted;
    },
    log: { warn: (event, fields) => void logged.push([event, fields]) },
    elapsed: () => now,
  });
  const passwords = () => sent.map(({ smtp }) => smtp.password);
  return { send, sent, logged, passwords, pass: (ms: number) => (now += ms), break: (is: boolean) => (readable = !is) };
}

describe("the dispatcher", () => {
  it("hands the server, its login and the mail to the sender", async () => {
    const { send, sent } = createWay();

    expect(await send(mail)).toEqual(accepted);

    expect(sent).toEqual([{ smtp: { ...server, username: "user", password: "password-1" }, mail }]);
  });

  it("[HOOK-46] reads the login once for all mails of five minutes", async () => {
    const { send, passwords, pass } = createWay();

    await Promise.all([send(mail), send(mail)]);
    pass(FIVE_MINUTES_MS - 1);
    await send(mail);
    pass(1);
    await send(mail);

    expect(passwords()).toEqual(["password-1", "password-1", "password-1", "password-2"]);
  });

  it("[HOOK-46] reads the login again after it was rejected, once for all mails that were under way", async () => {
    const { send, passwords } = createWay([rejected, rejected]);

    expect(await Promise.all([send(mail), send(mail)])).toEqual([rejected, rejected]);
    await Promise.all([send(mail), send(mail)]);

    expect(passwords()).toEqual(["password-1", "password-1", "password-2", "password-2"]);
  });

  it("[HOOK-46] sends nothing while the login cannot be read, and reads it for the next mail", async () => {
    const way = createWay();
    way.break(true);

    await expect(way.send(mail)).rejects.toThrow();
    way.break(false);

    expect(way.sent).toEqual([]);
    expect(await way.send(mail)).toEqual(accepted);
  });

  it.each([{ error: "tls" as const }, { error: "timeout" as const }, { status: 421 }, { status: 535 }])(
    "[HOOK-47] logs that the server fails, without its words: %j",
    async (reason) => {
      const { send, logged } = createWay([{ ...accepted, ...reason }]);

      await send(mail);

      expect(logged).toEqual([["mail.failed", { host: server.host, ...reason, durationMs: 1 }]]);
    },
  );

  it.each([250, 450, 451, 452, 550, 552, 554])(
    "[HOOK-47] logs no failure of the server where it responds with %i to a mail",
    async (status) => {
      const { send, logged } = createWay([{ status, excerpt: "", durationMs: 1 }]);

      await send(mail);

      expect(logged).toEqual([]);
    },
  );
});
