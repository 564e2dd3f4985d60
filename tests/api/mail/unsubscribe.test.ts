import { describe, expect, it } from "vitest";

import { LINK_REQUESTS_PER_ADDRESS } from "../../../lib/domain/mail.ts";
import { useLinks } from "./use-links.ts";

const setUp = useLinks();

describe("POST /unsubscribe/{secret}", () => {
  it("[HOOK-58] ends the mails of the webhook without a login, whatever the body is", async () => {
    const { api, unsubscription: path, shown } = await setUp();
    const body = "List-Unsubscribe=One-Click";
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    expect((await api.request({ method: "POST", path, body, headers })).status).toBe(200);
    expect(await shown()).toMatchObject({ status: "disabled", disabled_reason: "unsubscribed" });
  });

  it("[HOOK-58] leaves a webhook disabled that its user has disabled", async () => {
    const { api, caller, unsubscription: path, shown } = await setUp();
    const { id } = await shown();
    const body = { status: "disabled" };
    await api.request({ method: "PATCH", path: `/webhooks/${id}`, body, token: caller.token });
    expect((await api.request({ method: "POST", path })).status).toBe(200);
    expect((await shown()).disabled_reason).toBe("user");
  });

  it("[HOOK-58] is limited by address", async () => {
    const { api, unsubscription: path } = await setUp();
    const sourceIp = "198.51.100.7";
    const request = () => api.request({ method: "POST", path, sourceIp });
    for (let index = 0; index < LINK_REQUESTS_PER_ADDRESS; index += 1) await request();
    const { status, headers } = await request();
    expect([status, Number(headers["retry-after"]) > 0]).toEqual([429, true]);
  });
});
