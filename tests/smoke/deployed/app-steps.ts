import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";

import { type Platform, platforms } from "../../../lib/domain/platform.ts";
import { SmokeFailure } from "./client.ts";
import { callAsUser, expectResponse, RUNBOOK, type SmokeContext, type Step } from "./step.ts";

const TERM = "weather";
const COUNTRY = "us";
/** 12 requests a minute, so that the others stay within the limit of 60. */
const POLL_MS = 5_000;

const list = z.object({ data: z.array(z.looseObject({})) });
const hits = z.object({
  data: z
    .array(
      z.object({
        id: z.number(),
        external_id: z.string(),
        name: z.string(),
        publisher: z.object({ external_id: z.string() }).nullable(),
      }),
    )
    .min(1, "nothing was found"),
});
const syncStatus = z.object({
  data: z.object({
    status: z.enum(["queued", "processing", "completed", "failed"]).nullable(),
    current_step: z.string().nullable(),
    progress: z.object({ done: z.number(), total: z.number() }),
    failed_items_count: z.number(),
    error_message: z.string().nullable(),
    starts_at: z.string().nullable(),
  }),
});
type SyncStatus = z.output<typeof syncStatus>["data"];

export const searchSteps: readonly Step[] = platforms.map((platform) => ({
  name: `search on ${platform}`,
  run: (context) => search(context, platform),
}));

async function search(context: SmokeContext, platform: Platform): Promise<string> {
  const path = `/apps/search?platform=${platform}&term=${TERM}&country_code=${COUNTRY}`;
  const { data } = expectResponse(await callAsUser(context, { path }), { status: 200, body: hits, fix: RUNBOOK.store });
  context.found.apps[platform] = data.map(({ id, external_id, name }) => ({ id, externalId: external_id, name }));
  const publisher = data.find((hit) => hit.publisher !== null)?.publisher;
  if (publisher) context.found.publisher = { platform, externalId: publisher.external_id };
  return `${data.length} apps, the first is ${data[0]?.name}`;
}

export const followSteps: readonly Step[] = platforms.map((platform) => ({
  name: `follow and sync an app of ${platform}`,
  run: (context) => follow(context, platform),
}));

/** An app that an earlier smoke test has followed is synced again; its sync waits if that was within ten minutes. */
async function follow(context: SmokeContext, platform: Platform): Promise<string> {
  const { externalId, name } = firstApp(context, platform);
  const body = { platform, external_id: externalId };
  expectResponse(await callAsUser(context, { method: "POST", path: "/apps", body }), { status: 201, body: z.any() });
  const sync = await callAsUser(context, { method: "POST", path: `/apps/${platform}/${externalId}/sync` });
  const { data } = expectResponse(sync, { status: 202, body: syncStatus });
  return `${name}, ${describe(data)}`;
}

export const listSteps: readonly Step[] = [
  step("followed apps", "/apps"),
  step("publishers of followed apps", "/publishers"),
  {
    name: "publisher search",
    run: async (context) => {
      const path = `/publishers/search?platform=android&term=${TERM}&country_code=${COUNTRY}`;
      const { data } = expectResponse(await callAsUser(context, { path }), {
        status: 200,
        body: list,
        fix: RUNBOOK.store,
      });
      return `${data.length} publishers`;
    },
  },
  {
    name: "charts",
    run: async (context) => {
      const path = `/charts?platform=android&collection=top_free&country_code=${COUNTRY}`;
      const body = list.extend({ meta: z.object({ snapshot_date: z.string().nullable(), refresh: z.string() }) });
      const { data, meta } = expectResponse(await callAsUser(context, { path }), { status: 200, body });
      return `${data.length} ranks of ${meta.snapshot_date ?? "no day yet"}, refresh ${meta.refresh}`;
    },
  },
  { name: "competitors", run: linkCompetitor },
];

function step(name: string, path: string): Step {
  return {
    name,
    run: async (context) => {
      const { data } = expectResponse(await callAsUser(context, { path }), { status: 200, body: list });
      return String(data.length);
    },
  };
}

async function linkCompetitor(context: SmokeContext): Promise<string> {
  const { externalId } = firstApp(context, "android");
  const rival = context.found.apps.android?.[1];
  if (rival === undefined)
    throw new SmokeFailure("The search found one app alone, so none is left to compare.", RUNBOOK.store);
  const path = `/apps/android/${externalId}/competitors`;
  const added = await callAsUser(context, { method: "POST", path, body: { competitor_app_id: rival.id } });
  const { data } = expectResponse(added, { status: 201, body: z.object({ data: z.object({ id: z.number() }) }) });
  expectResponse(await callAsUser(context, { path }), {
    status: 200,
    body: list.extend({ data: list.shape.data.min(1) }),
  });
  const removed = await callAsUser(context, { method: "DELETE", path: `${path}/${data.id}` });
  expectResponse(removed, { status: 204, body: z.any() });
  return `${rival.name}: added, listed and removed`;
}

/** The App Store's 150 requests take longer at a deployment's pace than a smoke test: to have begun is enough there. */
export const syncSteps: readonly Step[] = [
  { name: "sync of ios gets to the listings", run: (context) => watchSync(context, "ios", hasFoundApp) },
  {
    name: "sync of android completes",
    run: (context) => watchSync(context, "android", ({ status }) => status === "completed"),
  },
  {
    name: "listing",
    run: async (context) => {
      const path = `/apps/android/${firstApp(context, "android").externalId}/listing?country_code=${COUNTRY}`;
      const body = z.object({ data: z.object({ locale: z.string(), title: z.string() }) });
      const { data } = expectResponse(await callAsUser(context, { path }), { status: 200, body });
      return `${data.locale}: ${data.title}`;
    },
  },
];

function hasFoundApp({ status, current_step }: SyncStatus): boolean {
  return status === "completed" || (status === "processing" && current_step !== "identity");
}

async function watchSync(
  context: SmokeContext,
  platform: Platform,
  isFarEnough: (status: SyncStatus) => boolean,
): Promise<string> {
  const path = `/apps/${platform}/${firstApp(context, platform).externalId}/sync-status`;
  const startedAt = Date.now();
  for (;;) {
    const { data } = expectResponse(await callAsUser(context, { path }), { status: 200, body: syncStatus });
    const seconds = Math.round((Date.now() - startedAt) / 1_000);
    if (data.status === "failed") throw new SmokeFailure(`The sync failed: ${data.error_message}`, RUNBOOK.sync);
    // What was synced minutes ago has passed already, and would begin too late to be waited for.
    if (data.starts_at !== null || isFarEnough(data)) return `${describe(data)} after ${seconds} s`;
    if (seconds >= context.options.waitSeconds)
      throw new SmokeFailure(`After ${seconds} s: ${describe(data)}.`, RUNBOOK.sync);
    await sleep(POLL_MS);
  }
}

function describe({ status, starts_at, current_step, progress, failed_items_count }: SyncStatus): string {
  if (starts_at !== null) return `synced minutes ago, again at ${starts_at}`;
  if (status === "completed") return `completed, ${failed_items_count} items failed`;
  return `${current_step ?? status}, ${progress.done} of ${progress.total} items`;
}

function firstApp({ found }: SmokeContext, platform: Platform) {
  const app = found.apps[platform]?.[0];
  if (app === undefined) throw new SmokeFailure(`The search on ${platform} found no app to go on with.`, RUNBOOK.store);
  return app;
}
