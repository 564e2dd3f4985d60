import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { ShelfwatchHost } from "../../infra/local/start-host.ts";
import { connectApi } from "../../infra/local/tour-api.ts";
import { showDelivery } from "../../infra/local/tour-webhook.ts";
import type { StoreSimulator } from "../../infra/store-simulator/simulator.ts";

const hits = z.array(z.object({ external_id: z.string() }));
const body = z.object({ type: z.string(), data: z.object({ reported_at: z.string() }) });

const DAYS = 100;

function changesItsPrice(simulator: StoreSimulator, externalId: string): boolean {
  const app = simulator.catalogue.apps("ios").find((one) => one.externalId === externalId);
  const priceOn = (day: number) => app?.on(simulator.day() + day).metrics("us")?.price ?? null;
  return Array.from({ length: DAYS }, (_, day) => priceOn(day)).some((price) => price !== null && price !== priceOn(0));
}

function fail(): never {
  throw new Error(`No app that was found changes its price within ${DAYS} days.`);
}

/** `reported_at` is cut to whole seconds. */
const DELAY_SECONDS_MAX = 10 + 1;
const SYNC_MS_MAX = 300_000;
const MAIL_MS_MAX = 30_000;

/** Tests a webhook as the tour shows it: a receiver on this machine, a change in a store, and the verified delivery. */
export function describeWebhooks(host: () => ShelfwatchHost, token: () => string): void {
  describe("a webhook that sends mail", () => {
    it("[HOOK-40] hands it to the server of its stage over TLS, which prints it here", async () => {
      const api = connectApi(host().url, token());
      const { email } = await api({ method: "GET", path: "/auth/me" }, z.object({ email: z.string() }));
      const webhook = { name: "Mail", scope: { kind: "mine" }, format: "email" };
      await api({ method: "POST", path: "/webhooks", body: webhook }, z.unknown());

      const mailed = () => host().mails.filter(({ to }) => to.includes(email));
      await expect.poll(mailed, { timeout: MAIL_MS_MAX }).toHaveLength(1);
      expect(mailed()[0]).toMatchObject({
        from: "alerts@shelfwatch.example",
        subject: expect.stringMatching(/^Confirm/),
      });
    });
  });

  describe("a webhook of a receiver on this machine", () => {
    it("[HOOK-3 HOOK-6 HOOK-21] gets a signed event within ten seconds of the run that found it", async () => {
      const { simulator, url } = host();
      if (simulator === undefined) throw new Error("The stores are simulated.");
      const today = simulator.day();
      const api = connectApi(url, token());
      const found = await api({ method: "GET", path: "/apps/search?platform=ios&term=weather" }, hits);
      // The other tests sync the first app, which would have to wait for the cool-down of a run.
      const { external_id } = found.slice(1).find((hit) => changesItsPrice(simulator, hit.external_id)) ?? fail();
      await api({ method: "POST", path: "/apps", body: { platform: "ios", external_id } }, z.unknown());
      const status = () => api({ method: "GET", path: `/apps/ios/${external_id}/sync-status` }, z.unknown());
      await expect.poll(status, { timeout: SYNC_MS_MAX }).toMatchObject({ status: "completed" });
      const said: string[] = [];

      const app = { platform: "ios", externalId: external_id } as const;
      const delivery = await showDelivery({ host: host(), simulator, api, app, say: (line) => said.push(line) });

      simulator.setDay(today);
      const { type, data } = body.parse(JSON.parse(delivery.body));
      expect(type).toMatch(/^(app|listing)\./);
      expect(delivery.receivedAt / 1_000 - Date.parse(data.reported_at) / 1_000).toBeLessThanOrEqual(DELAY_SECONDS_MAX);
      expect(said.join("\n")).toMatch(/signature is verified:\n {2}webhook-id: evt_\d+\n/);
    });
  });
}
