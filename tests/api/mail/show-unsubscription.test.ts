import { describe, expect, it } from "vitest";

import { LINK_REQUESTS_PER_ADDRESS } from "../../../lib/domain/mail.ts";
import { useLinks } from "./use-links.ts";

const setUp = useLinks();

describe("GET /unsubscribe/{secret}", () => {
  it("[HOOK-58] shows a button, and changes nothing", async () => {
    const { api, unsubscription: path, shown } = await setUp();
    const { status, headers, text } = await api.request({ method: "GET", path });
    expect([status, headers["cache-control"]]).toEqual([200, "no-store"]);
    expect(text).toContain(`<form method="post"><button>Unsubscribe</button></form>`);
    expect((await shown()).status).toBe("enabled");
  });

  it("[HOOK-58] says so once the mails have ended", async () => {
    const { api, unsubscription: path } = await setUp();
    await api.request({ method: "POST", path });
    const { text } = await api.request({ method: "GET", path });
    expect(text).toContain("You are unsubscribed");
    expect(text).not.toContain("<form");
  });

  it("[HOOK-58] is limited by address", async () => {
    const { api, unsubscription: path } = await setUp();
    const sourceIp = "198.51.100.7";
    const request = () => api.request({ method: "GET", path, sourceIp });
    for (let index = 0; index < LINK_REQUESTS_PER_ADDRESS; index += 1) await request();
    const { status, headers } = await request();
    expect([status, Number(headers["retry-after"]) > 0]).toEqual([429, true]);
  });
});
