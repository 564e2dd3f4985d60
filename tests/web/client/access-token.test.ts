import { describe, expect, it } from "vitest";

import { createAccessToken, type Token } from "../../../web/client/access-token.ts";
import { Problem } from "../../../web/client/problem.ts";

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
