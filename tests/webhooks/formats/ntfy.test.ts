import { describe, expect, it } from "vitest";

import { chatRequest } from "../../../lib/webhooks/formats/chat-request.ts";
import { ntfyBody } from "../../../lib/webhooks/formats/ntfy.ts";
import { chatEvent, LINK, messageOf, messageWith, release } from "./chat-events.ts";

const url = "https://ntfy.example:8443/apps-7Hq2mZk9";

describe("a message to ntfy", () => {
  it("[HOOK-35] is JSON for the root of the host, with the key of the address", () => {
    const request = chatRequest("ntfy", { url: `${url}?auth=QmVhcmVy`, message: messageOf(release) });

    expect(request.url).toBe("https://ntfy.example:8443/?auth=QmVhcmVy");
    expect(request.headers).toEqual({ "content-type": "application/json" });
    expect(JSON.parse(request.body)).toMatchObject({ topic: "apps-7Hq2mZk9" });
  });

  it("[HOOK-35] has title, text, time and link", () => {
    expect(ntfyBody(url, messageOf(chatEvent()))).toEqual({
      topic: "apps-7Hq2mZk9",
      title: "Tamton: Title changed in en-US",
      message: "Before: Tamton\nAfter: Tamton: Budget\n\n2026-03-09 08:00 UTC",
      click: LINK,
    });
  });

  it("[HOOK-35] has a paragraph for each event, and says how many it does not describe", () => {
    const { message } = ntfyBody(url, messageOf(release, ...Array.from({ length: 8 }, () => chatEvent())));

    expect(message).toMatch(/^New version 4\.0\.2\nFaster\.\nSafer\.\n\nTitle changed in en-US\nBefore: Tamton\n/);
    expect(message).toMatch(/\n\nand 1 event more\n2026-03-09 08:00 UTC$/);
  });

  it("[HOOK-35] has the time alone for an event without lines", () => {
    const { message } = ntfyBody(url, messageOf(chatEvent({ type: "sync.failed", field: null, data: {} })));

    expect(message).toBe("2026-03-09 08:00 UTC");
  });

  it("[HOOK-37] asks for no Markdown, tag, action or file, and changes no text", () => {
    const body = ntfyBody(url, messageWith("@all **b** <b>"));

    expect(Object.keys(body)).toEqual(["topic", "title", "message", "click"]);
    expect(body.title).toBe("@all **b** <b>: Title changed in en-US");
  });
});
