import { describe, expect, it } from "vitest";

import { createAccessToken, type Token } from "../../web/client/access-token.ts";
import { Problem } from "../../web/client/problem.ts";
import { isRetried } from "../../web/client/query-client.ts";
import { list, oneOf, optionalDate, readState, text, wholeNumber, writeState } from "../../web/client/query-state.ts";
import { readProblem } from "../../web/client/read-problem.ts";
import { requestOf } from "../../web/client/request-of.ts";
import { returnAddress } from "../../web/screens/login/use-entry.ts";

describe("the state in the address", () => {
  const schema = {
    country: text("us"),
    page: wholeNumber(1),
    at: optionalDate(),
    kind: oneOf(["a", "b"], "a"),
    ids: list(),
  };

  it.each([
    ["", { country: "us", page: 1, at: undefined, kind: "a", ids: [] }],
    [
      "?country=de&page=3&at=2026-03-01&kind=b&ids=1,2",
      { country: "de", page: 3, at: "2026-03-01", kind: "b", ids: ["1", "2"] },
    ],
    ["?page=-1&at=2026-02-30&kind=c", { country: "us", page: 1, at: undefined, kind: "a", ids: [] }],
    ["?page=1e3&at=yesterday&ids=,,", { country: "us", page: 1, at: undefined, kind: "a", ids: [] }],
  ])("is read from %j", (search, values) => {
    expect(readState(schema, search)).toEqual(values);
  });

  it("leaves out what is at its default, and keeps what others wrote", () => {
    expect(writeState(schema, "?tab=x&page=3", { country: "de", page: 1 })).toBe("tab=x&country=de");
    expect(writeState(schema, "?at=2026-03-01", { at: undefined })).toBe("");
  });

  it("comes back as it was written", () => {
    const values = { country: "de & at", page: 12, at: "2026-03-01", kind: "b" as const, ids: ["x", "y"] };
    expect(readState(schema, `?${writeState(schema, "", values)}`)).toEqual(values);
  });
});

describe("a request", () => {
  it("has its parameters in the path, and of the query what is defined", () => {
    const params = { platform: "ios", external_id: "a/b" };
    const query = { country_code: "us", at: undefined, days: 7, countries: ["de", "us"] };

    expect(requestOf("showListing", { params, query })).toEqual({
      method: "GET",
      url: "/api/v1/apps/ios/a%2Fb/listing?country_code=us&days=7&countries%5B%5D=de&countries%5B%5D=us",
      body: undefined,
    });
  });

  it("fails without a parameter of its path", () => {
    expect(() => requestOf("showApp", { params: { platform: "ios" } })).toThrow(TypeError);
  });
});

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

describe("the access token", () => {
  const scripted = (lifetimeMs = 120_000) => {
    const clock = { now: 0, requests: 0 };
    const request = async () => {
      clock.requests += 1;
      const issuedAtMs = clock.now;
      return { value: `token ${clock.requests}`, issuedAtMs, endsAtMs: issuedAtMs + lifetimeMs };
    };
    return { clock, token: createAccessToken({ request, now: () => clock.now }) };
  };

  it("is requested once for all calls that wait for it", async () => {
    const { clock, token } = scripted();

    expect(await Promise.all([token.current(), token.current(), token.current()])).toEqual(Array(3).fill("token 1"));
    expect(clock.requests).toBe(1);
  });

  it("is renewed in the background after half its life, and before a call in its last minute", async () => {
    const { clock, token } = scripted(600_000);
    await token.current();
    clock.now = 301_000;
    expect(await token.current()).toBe("token 1");
    await expect.poll(() => token.current()).toBe("token 2");

    clock.now = 301_000 + 541_000;
    expect(await token.current()).toBe("token 3");
  });

  it("is renewed at most twice a minute while the service fails, and serves meanwhile", async () => {
    const clock = { now: 0, requests: 0 };
    const request = async () => {
      clock.requests += 1;
      if (clock.requests > 1) throw new Problem(503, "");
      return { value: "token", issuedAtMs: 0, endsAtMs: 600_000 };
    };
    const token = createAccessToken({ request, now: () => clock.now });
    await token.current();

    for (clock.now = 301_000; clock.now <= 361_000; clock.now += 1_000) {
      expect(await token.current()).toBe("token");
      await Promise.resolve();
    }

    expect(clock.requests).toBe(1 + 2);
  });

  it("is requested anew after it was rejected, once for all calls that it failed", async () => {
    const { clock, token } = scripted();
    const rejected = await token.current();

    expect(await Promise.all([token.renew(rejected), token.renew(rejected)])).toEqual(["token 2", "token 2"]);
    expect(await token.renew(rejected)).toBe("token 2");
    expect(clock.requests).toBe(2);
  });

  it("does not keep what was on its way when it was discarded", async () => {
    const responses: PromiseWithResolvers<Token>[] = [];
    const request = () => {
      const response = Promise.withResolvers<Token>();
      responses.push(response);
      return response.promise;
    };
    const token = createAccessToken({ request, now: () => 0 });
    let reports = 0;
    token.onRejected(() => {
      reports += 1;
    });
    const earlier = token.current();
    token.discard();
    const later = token.current();

    responses[1]?.resolve({ value: "of the session", issuedAtMs: 0, endsAtMs: 600_000 });
    expect(await later).toBe("of the session");
    responses[0]?.reject(new Problem(401, "There is no session, or it has ended."));
    await expect(earlier).rejects.toThrow(Problem);
    expect(await token.current()).toBe("of the session");
    expect({ reports, requests: responses.length }).toEqual({ reports: 0, requests: 2 });
  });

  it("reports that there is no session", async () => {
    const request = async () => {
      throw new Problem(401, "There is no session, or it has ended.");
    };
    const token = createAccessToken({ request, now: () => 0 });
    let reports = 0;
    token.onRejected(() => {
      reports += 1;
    });

    await expect(token.current()).rejects.toThrow(Problem);
    expect(reports).toBe(1);
  });
});

it.each([
  [null, "/"],
  ["/dashboard", "/"],
  ["/dashboard/apps/ios/1?at=2026-03-01", "/apps/ios/1?at=2026-03-01"],
  ["https://evil.example/dashboard", "/"],
  ["//evil.example/dashboard", "/"],
  ["/dashboardish", "/"],
  ["/dashboard/../api/v1", "/"],
  ["/dashboard\\@evil.example", "/"],
  ["javascript:alert(1)", "/"],
])("a login returns from %j to %j", (given, path) => {
  expect(returnAddress(given)).toBe(path);
});
