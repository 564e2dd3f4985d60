import { describe, expect, it } from "vitest";

import { LINK_REQUESTS_PER_ADDRESS } from "../../../lib/domain/mail.ts";
import { useLinks } from "./use-links.ts";

const setUp = useLinks();

describe("POST /confirm-email/{secret}", () => {
  it("[HOOK-56] confirms the address of the account", async () => {
    const { api, confirmation: path, shown } = await setUp();
    expect((await api.request({ method: "POST", path })).status).toBe(200);
    expect((await shown()).is_confirmed).toBe(true);
  });

  it("[HOOK-56] is 404 for the secret of another user", async () => {
    const [one, other] = [await setUp(), await setUp()];
    const secret = one.confirmation.split(".").at(-1);
    const path = `/confirm-email/${other.caller.user.id}.${secret}`;
    expect((await one.api.request({ method: "POST", path })).status).toBe(404);
  });

  it("[HOOK-56] is limited by address", async () => {
    const { api, confirmation: path } = await setUp();
    const sourceIp = "198.51.100.7";
    const request = () => api.request({ method: "POST", path, sourceIp });
    for (let index = 0; index < LINK_REQUESTS_PER_ADDRESS; index += 1) await request();
    const { status, headers } = await request();
    expect([status, Number(headers["retry-after"]) > 0]).toEqual([429, true]);
  });
});
