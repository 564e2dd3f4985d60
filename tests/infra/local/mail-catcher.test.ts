import { connect } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";

import { startMailCatcher } from "../../../infra/local/mail-catcher.ts";
import { sendMail } from "../../../lib/webhooks/send-mail.ts";
import type { SentMail } from "../../../lib/webhooks/sent-mail.ts";

const CAUGHT_MAX = 20;
const TIMEOUT_MS = 10_000;

async function useCatcher() {
  const printed: string[] = [];
  const catcher = await startMailCatcher((text) => printed.push(text));
  onTestFinished(catcher.stop);
  const { from, secretArn, ...server } = catcher.email;
  const mail: SentMail["mail"] = {
    ...{ from, to: "ada@mailbox.example", subject: "Three events", text: "A price fell.", date: 0, headers: {} },
    messageId: "<evt_1@shelfwatch.example>",
  };
  const send = (sent: Partial<SentMail["mail"]> = {}, login = catcher.login) =>
    sendMail(
      {
        targets: { loopback: "allowed", privateTargets: [] },
        resolve: async () => [],
        connect: ({ address, port }) => connect({ host: address, port }),
        elapsed: () => performance.now(),
        timeoutMs: TIMEOUT_MS,
      },
      { smtp: { ...server, ...login }, mail: { ...mail, ...sent } },
    );
  return { ...catcher, printed, send };
}

describe("the catcher of mails", () => {
  it("prints a mail that is sent over TLS with its login", async () => {
    const { caught, printed, send } = await useCatcher();

    expect(await send()).toMatchObject({ status: 250 });

    expect(printed).toEqual([
      "Mail from alerts@shelfwatch.example to ada@mailbox.example: Three events\n\nA price fell.\n",
    ]);
    expect(caught).toMatchObject([{ to: ["ada@mailbox.example"], text: "A price fell.\n" }]);
  });

  it("rejects another login", async () => {
    const { caught, login, send } = await useCatcher();

    expect(await send({}, { ...login, password: "guessed" })).toMatchObject({ status: 535 });
    expect(caught).toEqual([]);
  });

  it("prints the beginning of a long mail, and keeps the newest twenty", async () => {
    const { caught, printed, send } = await useCatcher();

    for (let number = 1; number <= CAUGHT_MAX + 1; number += 1) await send({ subject: `Mail ${number}` });
    await send({ text: "a".repeat(10_000) });

    expect(printed.at(-1)?.length).toBeLessThan(5_000);
    expect(caught).toHaveLength(CAUGHT_MAX);
    expect(caught[0]).toMatchObject({ subject: "Mail 3" });
  });
});
