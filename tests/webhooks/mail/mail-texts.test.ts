import PQueue from "p-queue";
import { describe, expect, it } from "vitest";

import { seededRandom } from "../../../infra/planning/simulation/random.ts";
import { SENT_AT_ONCE } from "../../../lib/domain/webhook.ts";
import { type SentMail, SUBJECT_MAX, sentMailSchema } from "../../../lib/webhooks/sent-mail.ts";
import { byRun } from "../../support/by-run.ts";
import { nonEmpty } from "../../support/non-empty.ts";
import { hostileText } from "../hostile-text.ts";
import { credentials, type MailServer, mail, parseMail, startMailServer } from "./mail-server.ts";

const TEXTS = byRun({ usual: 200, nightly: 1_000 });
const TIMEOUT_MS = 120_000;

const texts: Readonly<Record<string, string>> = {
  "": "",
  mentions: "@everyone <!channel> <@U123> tg://user?id=1",
  markup: '<b>&amp;</b> <script src="x"> **b** `c` [a](https://a.example)',
  "10,000 characters of one word": "w".repeat(10_000),
  "10,000 characters outside of ASCII": "ж".repeat(10_000),
  "a right-to-left text": "\u202eשלום مرحبا\u2069",
  emoji: "👩‍👩‍👧‍👦 🏳️‍🌈 🇩🇪 👍🏽 e\u0301",
  "lines that begin with a dot": ".\n..\n.a\r\n.\r\n",
  "the end of a mail": "a\r\n.\r\nMAIL FROM:<x@y.example>\r\nRCPT TO:<z@y.example>\r\nDATA\r\n",
  "the end of a header": "a\r\n\r\nb",
  "a further header": "a\r\nBcc: eve@mailbox.example\r\nContent-Type: text/html\r\n\r\n<b>b</b>",
  "all kinds of line ends": "a\rb\nc\r\nd\n\re\n\n",
  "spaces at the ends of lines": "  a \n\tb\t\n \n",
  "a signature and a mailbox": "-- \nFrom nobody\n>From nobody",
  NUL: "a\0b",
  "control characters": "\u0007\u001b[31m\u0085\u007f",
  "lone surrogates": "a\ud800b\udc00",
  "an encoded word": "=?utf-8?Q?hello?= =?utf-8?B?aGVsbG8=?= =3D =\n=20",
  "a mark of byte order": "\ufeffa\u2028b",
};

const shownText = (text: string) => {
  const shown = text
    .toWellFormed()
    .split("\0")
    .join("\uFFFD")
    .split(/\r\n|\r|\n/)
    .join("\n");
  return shown.endsWith("\n") ? shown : `${shown}\n`;
};
const shownSubject = (text: string) => {
  const words = text.toWellFormed().split(/[\p{Cc}\s]+/u);
  return words.filter((word) => word !== "").join(" ");
};

const sentAs = (text: string, index: number): Partial<SentMail["mail"]> => {
  return { text, subject: text.slice(0, SUBJECT_MAX), messageId: `<evt_${index}@shelfwatch.example>` };
};

async function expectEqual({ received }: MailServer, texts: readonly string[]): Promise<void> {
  const parsed = await Promise.all(received.map(parseMail));
  const byId = new Map(parsed.map((one) => [one.messageId, one]));
  expect(byId.size).toBe(texts.length);
  for (const { envelope } of nonEmpty(received)) expect(envelope).toEqual({ from: mail.from, to: [mail.to] });
  for (const [index, text] of nonEmpty(texts).entries()) {
    const sent = sentAs(text, index);
    const subject = shownSubject(sent.subject ?? "");
    const shown = byId.get(sent.messageId);
    expect(shown).toMatchObject({ text: shownText(text), html: false, attachments: [] });
    expect(shown?.subject ?? "").toBe(subject);
    const names = subject === "" ? headerNames : ["subject", ...headerNames];
    expect(new Set(shown?.headers.keys())).toEqual(new Set(names));
  }
}

const headerNames = [
  ...["from", "to", "message-id", "date", "auto-submitted", "content-transfer-encoding", "content-type"],
  "mime-version",
];

describe("a mailbox", () => {
  it.each(Object.entries(texts))("[HOOK-41] shows what was sent: %s", async (_what, text) => {
    const server = await startMailServer();

    expect(await server.send(sentAs(text, 0))).toMatchObject({ status: 250 });

    await expectEqual(server, [text]);
  });

  it(
    "[HOOK-41] shows what was sent, whatever texts the stores show",
    async () => {
      const seed = Date.now() % 1_000_000;
      console.info(`mail seed ${seed}`);
      const random = seededRandom(seed);
      const sent = Array.from({ length: TEXTS }, () => hostileText(random));
      const server = await startMailServer();

      // The server waits a moment before each greeting.
      const queue = new PQueue({ concurrency: SENT_AT_ONCE });
      const inTime = { deps: { timeoutMs: TIMEOUT_MS } };
      const results = await queue.addAll(sent.map((text, index) => () => server.send(sentAs(text, index), inTime)));

      expect(results.filter((result) => !("status" in result) || result.status !== 250)).toEqual([]);
      await expectEqual(server, sent);
    },
    TIMEOUT_MS,
  );
});

describe("a mail", () => {
  const withMail = (some: Partial<Record<keyof SentMail["mail"], unknown>>) => ({
    smtp: { host: "mail.example", port: 587, ...credentials },
    mail: { ...mail, ...some },
  });

  it.each<[string, Partial<Record<keyof SentMail["mail"], unknown>>]>([
    ["a second recipient", { to: "ada@mailbox.example, eve@mailbox.example" }],
    ["a recipient that ends its line", { to: "ada@mailbox.example\r\nBcc: eve@mailbox.example" }],
    ["a recipient that ends its command", { to: "ada@mailbox.example>\r\nRCPT TO:<eve@mailbox.example" }],
    ["a sender with a name", { from: "Eve <eve@mailbox.example>" }],
    ["a Message-ID that ends its line", { messageId: "<a@b.example>\r\nBcc: <eve@mailbox.example>" }],
    ["a header that adds recipients", { headers: { Bcc: "eve@mailbox.example" } }],
    ["a header that is a type of content", { headers: { "Content-Type": "text/html" } }],
    ["a header whose name ends its line", { headers: { "List-Id: a\r\nBcc": "eve@mailbox.example" } }],
    ["a header that ends its line", { headers: { "List-Id": "a\r\nBcc: eve@mailbox.example" } }],
  ])("[HOOK-41] is not sent with %s", (_what, some) => {
    expect(sentMailSchema().safeParse(withMail({})).success).toBe(true);
    expect(sentMailSchema().safeParse(withMail(some)).success).toBe(false);
  });
});
