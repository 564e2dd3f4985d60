import { describe, expect, it } from "vitest";

import { nonEmpty } from "../../support/non-empty.ts";
import { credentials, mail, parseMail, startMailServer } from "./mail-server.ts";

describe("a mail", () => {
  it.each([465, 587])("[HOOK-42] is handed to the server at port %s", async (port) => {
    const { send, received } = await startMailServer({ secure: port === 465 });

    const result = await send({}, { smtp: { port } });

    expect(result).toMatchObject({ status: 250 });
    expect(received).toMatchObject([{ envelope: { from: mail.from, to: [mail.to] } }]);
  });

  it("has the subject, the text, the time and the headers of its caller", async () => {
    const { send, received } = await startMailServer();
    const url = `https://shelfwatch.example/unsubscribe/${"a".repeat(300)}`;

    await send({ headers: { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" } });

    const [parsed] = await Promise.all(nonEmpty(received).map(parseMail));
    expect(parsed).toMatchObject({
      subject: mail.subject,
      text: mail.text,
      html: false,
      attachments: [],
      messageId: mail.messageId,
      date: new Date(mail.date * 1_000),
      from: { value: [{ name: "Shelfwatch", address: mail.from }] },
      to: { value: [{ name: "", address: mail.to }] },
    });
    expect(parsed?.headers.get("auto-submitted")).toBe("auto-generated");
    expect(parsed?.headers.get("list")).toMatchObject({ unsubscribe: { url } });
    expect(received[0]?.raw).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  });

  it("[HOOK-42] has the same Message-ID in each attempt", async () => {
    const { send, received } = await startMailServer();

    await send();
    await send();

    const parsed = await Promise.all(received.map(parseMail));
    expect(parsed.map(({ messageId }) => messageId)).toEqual([mail.messageId, mail.messageId]);
  });

  it("[HOOK-44] leaves replies out that repeat the credentials", async () => {
    const { send } = await startMailServer({
      onRcptTo: (_address, _session, respond) =>
        respond(Object.assign(new Error(`${credentials.username} may not send`), { responseCode: 550 })),
    });

    expect(await send()).toMatchObject({ status: 550, excerpt: "" });
    expect(await send({}, { smtp: { password: "wrong" } })).toMatchObject({ status: 535, excerpt: "" });
  });
});
