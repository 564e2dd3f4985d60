import { describe, expect, it } from "vitest";

import { endpoints } from "../../functions/endpoints.ts";
import { hasFields } from "../../lib/http/contract.ts";
import { createCaller } from "../support/api.ts";
import { useApi } from "../support/use-api.ts";

const setUp = useApi();

const contracts = endpoints.map(({ contract }) => contract);
const withToken = contracts.filter(({ access }) => access !== "public");
const below = contracts.filter(({ path }) => path.includes("{platform}"));
const withBody = withToken.filter(({ body }) => hasFields(body));

const MALFORMED = "{ not json";

/** An address at which there is no row, or with another platform none of any kind. */
function addressOf(path: string, platform = "ios"): string {
  return path
    .replace("{platform}", platform)
    .replace("{event_id}", "evt_2147483647")
    .replaceAll(/\{\w+\}/g, "2147483647");
}

/** Everything that can be wrong at once, so that only the order decides which error is returned. */
function createWrongRequest(contract: (typeof contracts)[number], input: { token?: string; platform?: string } = {}) {
  const path = `${addressOf(contract.path, input.platform)}?page=0&per_page=0&country_code=zz`;
  const { token } = input;
  const sender = token === undefined ? {} : { token };
  return { method: contract.method, path, body: MALFORMED, ...sender };
}

describe("[ERR-19] of several reasons to reject a request,", () => {
  it.each(withToken)("the token comes first: $method $path", async (contract) => {
    const { api } = await setUp();
    const request = { ...createWrongRequest(contract, { platform: "windows" }), sourceIp: crypto.randomUUID() };

    expect((await api.request(request)).status).toBe(401);
  });

  it.each(withToken.filter(({ rateLimit }) => rateLimit === "user"))(
    "the rate limit comes second: $method $path",
    async (contract) => {
      const { db, api } = await setUp({ requestsPerMinute: 0 });
      const { token } = await createCaller(db, []);

      expect((await api.request(createWrongRequest(contract, { token, platform: "windows" }))).status).toBe(429);
    },
  );

  it.each(withToken.filter(({ rateLimit }) => rateLimit === "user"))(
    "the token's ability comes third: $method $path",
    async (contract) => {
      const { db, api } = await setUp();
      const { token } = await createCaller(db, []);

      expect((await api.request(createWrongRequest(contract, { token, platform: "windows" }))).status).toBe(403);
    },
  );

  it.each(below)("the path comes before query and body: $method $path", async (contract) => {
    const { api, caller } = await setUp();
    const { token } = caller;

    expect((await api.request(createWrongRequest(contract, { token, platform: "windows" }))).status).toBe(404);
  });

  it.each(contracts.filter(({ query }) => "page" in query.shape))(
    "the query comes before the body and what exists: $method $path",
    async (contract) => {
      const { api, caller } = await setUp();
      const { token } = caller;

      expect((await api.request(createWrongRequest(contract, { token }))).status).toBe(422);
    },
  );

  it.each(withBody)("the body comes before what exists: $method $path", async ({ method, path }) => {
    const { api, caller } = await setUp();
    const { token } = caller;
    const send = (body: string, type = "application/json") =>
      api.request({
        method,
        path: addressOf(path),
        token,
        body,
        headers: { "content-type": type },
      });

    const responses = [await send(MALFORMED), await send("{}", "text/plain"), await send("[]")];

    expect(responses.map(({ status }) => status)).toEqual([400, 415, 422]);
  });
});
