import { describe, expect, it } from "vitest";

import { retryAfterOf } from "../../../lib/webhooks/formats/retry-after.ts";

const inTelegram = (seconds: unknown) =>
  JSON.stringify({
    ok: false,
    error_code: 429,
    description: "Too Many Requests",
    parameters: { retry_after: seconds },
  });

describe("the wait that a chat states", () => {
  it("[HOOK-39] is in the body of Discord", () => {
    const excerpt = '{"message": "You are being rate limited.", "retry_after": 64.57, "global": false}';

    expect(retryAfterOf("discord", { status: 429, excerpt })).toBe(64.57);
    expect(retryAfterOf("discord", { status: 429, retryAfterSeconds: 65, excerpt })).toBe(65);
  });

  it("[HOOK-39] is in the body of Telegram", () => {
    expect(retryAfterOf("telegram", { status: 429, excerpt: inTelegram(35) })).toBe(35);
  });

  it("[HOOK-39] is in the header of all others", () => {
    expect(retryAfterOf("slack", { status: 429, retryAfterSeconds: 30, excerpt: "rate_limited" })).toBe(30);
    expect(retryAfterOf("ntfy", { status: 429, excerpt: '{"retry_after": 5}' })).toBeUndefined();
    expect(retryAfterOf("standard", { status: 503, retryAfterSeconds: 7, excerpt: "" })).toBe(7);
  });

  it("[HOOK-39] is a day at most", () => {
    expect(retryAfterOf("telegram", { status: 429, excerpt: inTelegram(1e9) })).toBe(86_400);
    expect(retryAfterOf("slack", { status: 429, retryAfterSeconds: 1e9, excerpt: "" })).toBe(86_400);
  });

  it.each(["", "{", "[]", "null", '{"parameters": null}', inTelegram("35"), inTelegram(-1)])(
    "[HOOK-39] is not in %j",
    (excerpt) => {
      expect(retryAfterOf("telegram", { status: 429, excerpt })).toBeUndefined();
    },
  );

  it("[HOOK-39] is not in the body of another status", () => {
    expect(retryAfterOf("telegram", { status: 400, excerpt: inTelegram(35) })).toBeUndefined();
  });
});
