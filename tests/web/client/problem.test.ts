import { describe, expect, it } from "vitest";

import { Problem, readProblem } from "../../../web/client/problem.ts";
import { isRetried } from "../../../web/client/query-client.ts";

describe("a problem", () => {
  it("is read from the service's response", async () => {
    const body = { type: "urn:shelfwatch:problem:rate-limited", detail: "Too many.", errors: { email: ["Taken."] } };
    const problem = await readProblem(Response.json(body, { status: 429, headers: { "retry-after": "12" } }));

    expect(problem).toMatchObject({ status: 429, detail: "Too many.", code: "rate-limited", retryAfterSeconds: 12 });
    expect(problem.errors).toEqual({ email: ["Taken."] });
  });

  it.each([
    [Response.json({ message: "Service Unavailable" }, { status: 503 }), "Service Unavailable"],
    [new Response("<html>", { status: 502 }), "The service returned 502."],
    [Response.json(["x"], { status: 500 }), "The service returned 500."],
  ])("is read from any other response", async (response, detail) => {
    expect((await readProblem(response)).detail).toBe(detail);
  });

  it("is tried again at once only where there was no response, and once", () => {
    expect([0, 1].map((failures) => isRetried(failures, new Problem(0, "")))).toEqual([true, false]);
    expect([401, 429, 500, 503].map((status) => isRetried(0, new Problem(status, "")))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
