import { describe, expect, it } from "vitest";

import { describeProblem } from "../../../web/format/describe-problem.ts";

describe("a failed request", () => {
  it("is tried again by itself where waiting helps", () => {
    const secondsOf = (status: number, retryAfterSeconds?: number) =>
      describeProblem({ status, detail: "", retryAfterSeconds }).retrySeconds;

    expect(secondsOf(429, 17)).toBe(17);
    expect(secondsOf(429)).toBe(60);
    expect(secondsOf(429, 600)).toBe(600);
    expect(secondsOf(503)).toBe(5);
    expect([0, 401, 404, 422, 500].map((status) => secondsOf(status))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("with a long wait says when to come back, and does not try before", () => {
    expect(describeProblem({ status: 429, detail: "", retryAfterSeconds: 86_400 })).toMatchObject({
      advice: "Try again in 24 hours.",
      retrySeconds: undefined,
    });
    expect(describeProblem({ status: 503, detail: "", retryAfterSeconds: 1_800 })).toMatchObject({
      advice: "Try again in 30 minutes.",
      retrySeconds: undefined,
    });
  });

  it("of a store that is closed for now is none of a service that wakes up", () => {
    const closed = { status: 503, detail: "", code: "store-unavailable" };
    expect(describeProblem(closed)).toMatchObject({
      title: "The store is not accepting requests right now",
      retrySeconds: undefined,
    });
    expect(describeProblem({ ...closed, retryAfterSeconds: 20 }).retrySeconds).toBe(20);
    expect(describeProblem({ status: 503, detail: "" }).title).toBe("The service is waking up");
  });

  it("[OAUTH-17] of a client whose document was not read is shown as such, and is tried again by itself", () => {
    const unread = { status: 503, detail: "", code: "documents-unavailable", retryAfterSeconds: 15 };

    expect(describeProblem(unread)).toMatchObject({
      title: "The assistant cannot be checked right now",
      retrySeconds: 15,
    });
  });
});
