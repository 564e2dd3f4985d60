import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";

import type { StoreApp } from "../../lib/domain/platform.ts";
import type { StoreSimulator } from "../store-simulator/simulator.ts";
import type { TemplateHost } from "./host/host.ts";
import type { Api, Say } from "./tour-api.ts";
import { openReceiver, type ReceivedDelivery, verifyDelivery, type WebhookReceiver } from "./webhook-receiver.ts";

const COUNTRY = "us";
/** Several apps change their prices sooner. */
const DAYS_AHEAD_MAX = 120;
const DELIVERY_MS_MAX = 60_000;
const WATCH_INTERVAL_MS = 100;

const created = z.object({ secret: z.string() });
const prices = z.array(z.object({ periods: z.array(z.object({ price: z.number() })) }));
const delivered = z.object({ type: z.string(), data: z.object({ app: z.object({ name: z.string() }) }) });

type Tour = {
  readonly host: Pick<TemplateHost, "invoke">;
  readonly simulator: StoreSimulator;
  readonly api: Api;
  readonly app: StoreApp;
  readonly say: Say;
};

/** Sends an event of the app to a receiver on this machine, and verifies it as a user's program does. */
export async function showDelivery(tour: Tour): Promise<ReceivedDelivery> {
  const { api, app, say } = tour;
  const receiver = await openReceiver();
  try {
    const body = { name: "Tour", url: receiver.url, scope: { kind: "app", app: appOf(app) } };
    const { secret } = await api({ method: "POST", path: "/webhooks", body }, created);
    say(`\nwebhooks: made one that sends the events of ${app.externalId} to ${receiver.url}.`);
    await changePrice(tour);
    const delivery = await firstDelivery(receiver);
    const { type, data } = delivered.parse(verifyDelivery(secret, delivery));
    say(`webhooks: received ${type} of ${data.app.name}, whose signature is verified:`);
    for (const [name, value] of Object.entries(delivery.headers)) say(`  ${name}: ${value}`);
    say(`  ${delivery.body}`);
    return delivery;
  } finally {
    await receiver.close();
  }
}

/** Moves the simulated stores to a later day on which the app has another price, and has it synced. */
async function changePrice({ host, simulator, api, app, say }: Tour): Promise<void> {
  const path = `/apps/${app.platform}/${app.externalId}/prices?country_code=${COUNTRY}`;
  const [storefront] = await api({ method: "GET", path }, prices);
  const day = dayOfAnotherPrice(simulator, app, storefront?.periods[0]?.price ?? null);
  // The first report of an app writes no events, so it must end before the change.
  await invoke(host, "sweep-storefronts", {});
  simulator.setDay(day);
  say(`webhooks: moved the stores to day ${day}, on which the app has another price; its sync begins.`);
  await invoke(host, "resync-app", appOf(app));
}

/** Returns the next day on which the app is sold at another price than the stored one. */
function dayOfAnotherPrice(simulator: StoreSimulator, app: StoreApp, stored: number | null): number {
  const found = simulator.catalogue.apps(app.platform).find(({ externalId }) => externalId === app.externalId);
  const today = simulator.day();
  for (let day = today + 1; found !== undefined && day <= today + DAYS_AHEAD_MAX; day += 1) {
    const price = found.on(day).metrics(COUNTRY)?.price ?? null;
    if (price !== null && price !== stored) return day;
  }
  throw new Error(`the price of ${app.externalId} does not change within ${DAYS_AHEAD_MAX} days`);
}

async function firstDelivery({ received }: WebhookReceiver): Promise<ReceivedDelivery> {
  const endsAt = Date.now() + DELIVERY_MS_MAX;
  while (Date.now() < endsAt) {
    const [first] = received;
    if (first !== undefined) return first;
    await sleep(WATCH_INTERVAL_MS);
  }
  throw new Error(`the webhook received nothing within ${DELIVERY_MS_MAX / 1000} seconds`);
}

async function invoke(host: Tour["host"], operation: string, event: object): Promise<void> {
  const outcome = await host.invoke(operation, event);
  if (!outcome.ok) throw new Error(`${operation} failed: ${outcome.errorMessage}`);
}

function appOf({ platform, externalId }: StoreApp) {
  return { platform, external_id: externalId };
}
