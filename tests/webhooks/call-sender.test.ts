import { describe, expect, it } from "vitest";

import { readThroughSender } from "../../lib/webhooks/call-sender.ts";
import { SenderUnavailableError } from "../../lib/webhooks/sender-unavailable.ts";

const found = { status: 200, contentType: "application/json", body: "{}" };

function readWith(send: typeof fetch) {
  const read = readThroughSender({
    senderUrl: "https://sender.example/",
    credentials: () => ({ accessKeyId: "id", secretAccessKey: "key" }),
    region: "us-east-1",
    now: () => new Date("2026-01-01T00:00:00Z"),
    fetch: send,
  });
  return read("https://assistant.example/client.json");
}

describe("a call of the sender", () => {
  it("[OAUTH-6] returns what the sender has read", async () => {
    expect(await readWith(async () => Response.json(found))).toEqual(found);
  });

  it.each([429, 500, 502, 503, 504])("[OAUTH-17] may succeed later if the sender returns %i", async (status) => {
    await expect(readWith(async () => new Response("", { status }))).rejects.toBeInstanceOf(SenderUnavailableError);
  });

  it.each([
    ["the network fails", () => Promise.reject(new TypeError("fetch failed"))],
    ["no response comes in time", () => Promise.reject(new DOMException("", "TimeoutError"))],
    ["the response ends early", async () => new Response(ReadableStream.from(failAfter("{")))],
  ])("[OAUTH-17] may succeed later if %s", async (_, send) => {
    await expect(readWith(send)).rejects.toBeInstanceOf(SenderUnavailableError);
  });

  it.each([302, 403, 404])("[OAUTH-17] has a fault of the service if the sender returns %i", async (status) => {
    const error: unknown = await readWith(async () => new Response("", { status })).catch((thrown) => thrown);

    expect(error).toEqual(new Error(`The sender returned ${status}.`));
    expect(error).not.toBeInstanceOf(SenderUnavailableError);
  });
});

async function* failAfter(text: string) {
  yield new TextEncoder().encode(text);
  throw new Error("The connection is lost.");
}
