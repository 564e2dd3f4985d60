import { describe, expect, it } from "vitest";

import { LINK_REQUESTS_PER_ADDRESS } from "../../../lib/domain/mail.ts";
import { useLinks } from "./use-links.ts";

const setUp = useLinks();

describe("GET /confirm-email/{secret}", () => {
  it("[HOOK-56] shows a button, and changes nothing", async () => {
    const { api, confirmation: path, shown } = await setUp();
    const { status, headers, text } = await api.request({ method: "GET", path });
    expect([status, headers["cache-control"]]).toEqual([200, "no-store"]);
    expect(text).toContain(`<form method="post"><button>Confirm</button></form>`);
    expect((await shown()).is_confirmed).toBe(false);
  });

  it("[HOOK-56] is limited by address", async () => {
    const { api, confirmation: path } = await setUp();
    const sourceIp = "198.51.100.7";
    const request = () => api.request({ method: "GET", path, sourceIp });
    for (let index = 0; index < LINK_REQUESTS_PER_ADDRESS; index += 1) await request();
    const { status, headers } = await request();
    expect([status, Number(headers["retry-after"]) > 0]).toEqual([429, true]);
  });
});
