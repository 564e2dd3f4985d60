import { describe, expect, it } from "vitest";

import { createAccountBy } from "../../lib/canary/create-account.ts";

const account = { name: "Canary", email: "canary-1@example.com", password: "correct horse battery" };

/** The caller, with what Lambda responds and what it is sent. */
function caller(respond: () => Response) {
  const sent: { url: string; init: RequestInit | undefined }[] = [];
  const createAccount = createAccountBy({
    functionName: "shelfwatch-prod-create-user",
    lambdaUrl: "https://lambda.eu-central-1.amazonaws.com",
    region: "eu-central-1",
    credentials: () => ({ accessKeyId: "AKIA", secretAccessKey: "secret", sessionToken: "session" }),
    now: () => new Date("2026-03-10T00:00:00Z"),
    send: async (url, init) => {
      sent.push({ url: String(url), init });
      return respond();
    },
  });
  return { sent, createAccount };
}

const json = (value: unknown, headers: Readonly<Record<string, string>> = {}) =>
  new Response(JSON.stringify(value), { headers });

describe("the canary's account", () => {
  it("is created by an invocation of the operation, signed for Lambda", async () => {
    const { sent, createAccount } = caller(() => json({ id: 1, email: account.email }));

    await createAccount(account);

    const [{ url, init } = { url: "", init: {} }] = sent;
    expect(url).toBe(
      "https://lambda.eu-central-1.amazonaws.com/2015-03-31/functions/shelfwatch-prod-create-user/invocations",
    );
    expect([init?.method, init?.body]).toEqual(["POST", JSON.stringify(account)]);
    expect(new Headers(init?.headers).get("authorization")).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIA\/20260310\/eu-central-1\/lambda\/aws4_request/,
    );
  });

  it.each([
    [
      "the address is taken",
      () => json({ rejected: "It is taken." }),
      "create-user rejected the canary's account: It is taken.",
    ],
    [
      "the function fails",
      () => json({}, { "x-amz-function-error": "Unhandled" }),
      "create-user returned 200 (Unhandled).",
    ],
    ["Lambda rejects the call", () => new Response("{}", { status: 403 }), "create-user returned 403."],
  ])("fails the visit when %s", async (_when, respond, message) => {
    await expect(caller(respond).createAccount(account)).rejects.toThrow(message);
  });
});
