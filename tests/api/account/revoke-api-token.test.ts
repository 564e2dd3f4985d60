import { describe, expect, it } from "vitest";

import { createCaller } from "../../support/api.ts";
import { useApi } from "../../support/use-api.ts";

const setUp = useApi();

const PATH = "/account/api-tokens";

/** A caller with an API token. */
async function world() {
  const { db, api, caller } = await setUp();
  const { token, plain_text_token } = (await api.post(PATH, { name: "laptop" }, caller)).body.data;
  const statusOfToken = async () =>
    (await api.request({ method: "GET", path: "/countries", token: plain_text_token })).status;
  return { db, api, caller, path: `${PATH}/${token.id}`, plain: plain_text_token, statusOfToken };
}

describe("DELETE /account/api-tokens/{token_id}", () => {
  it("ends the token at once, and no other", async () => {
    const { api, caller, path, statusOfToken } = await world();

    const response = await api.delete(path, caller);

    expect([response.status, response.text]).toEqual([204, undefined]);
    expect([await statusOfToken(), (await api.get(PATH, caller)).body.meta.total]).toEqual([401, 1]);
    expect((await api.delete(path, caller)).status).toBe(404);
  });

  it("lets a token end itself", async () => {
    const { api, path, plain, statusOfToken } = await world();

    const response = await api.request({ method: "DELETE", path, token: plain });

    expect([response.status, await statusOfToken()]).toEqual([204, 401]);
  });

  it("[ERR-8] returns the same 404 for another user's token as for an unknown one, and keeps the token", async () => {
    const { db, api, path, statusOfToken } = await world();
    const stranger = await createCaller(db);

    const foreign = await api.delete(path, stranger);
    const unknown = await api.delete(`${PATH}/2147483647`, stranger);

    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    expect(Object.keys(foreign.headers)).toEqual(Object.keys(unknown.headers));
    expect(await statusOfToken()).toBe(200);
  });

  it("[AUTH-15] returns 404 for a token of login, which ends by logout", async () => {
    const { api, caller } = await world();

    expect((await api.delete(`${PATH}/${caller.tokenId}`, caller)).status).toBe(404);
    expect((await api.get("/countries", caller)).status).toBe(200);
  });

  it.each(["0", "01", "1.0", "abc", "2147483648", "99999999999999999999"])(
    "returns 404, not an error of the service, for the id %s",
    async (id) => {
      const { api, caller } = await setUp();

      expect((await api.delete(`${PATH}/${id}`, caller)).status).toBe(404);
    },
  );
});
