import { CHUNK_ITEMS } from "../../lib/domain/call-limits.ts";
import { type Platform, platforms } from "../../lib/domain/platform.ts";
import { batchItemsMaxOf } from "../../lib/domain/sync-limits.ts";
import { SENT_AT_ONCE } from "../../lib/domain/webhook.ts";
import { faultIf } from "./fault-if.ts";
import type { Stage } from "./stage.ts";

/** AWS lets no account reserve its last environments. */
const UNRESERVED_MIN = 100;

export type ReservedLoad = {
  readonly endpointCount: number;
  readonly storeEndpointCount: number;
};

export function isolationFaults(stage: Stage, load: ReservedLoad): readonly string[] {
  return [
    ...quotaFaults(stage, load),
    ...scraperFaults(stage, load),
    ...throttleFaults(stage),
    ...senderFaults(stage.webhooks),
  ];
}

function quotaFaults(stage: Stage, { endpointCount, storeEndpointCount }: ReservedLoad): readonly string[] {
  const { api, scrapers, webhooks } = stage;
  const { storeRoutes } = api;
  const ofAssistants = api.mcp === "off" ? 0 : 1;
  const others = (storeRoutes ? endpointCount - storeEndpointCount : endpointCount) + ofAssistants;
  const reserved = [
    { setting: "api.reservedConcurrency", each: api.reservedConcurrency, functions: others },
    {
      setting: "api.storeRoutes.reservedConcurrency",
      each: storeRoutes?.reservedConcurrency,
      functions: storeEndpointCount,
    },
    { setting: "scrapers.reservedConcurrency", each: scrapers.reservedConcurrency, functions: platforms.length },
    { setting: "webhooks.reservedConcurrency", each: webhooks.reservedConcurrency, functions: 1 },
    { setting: "the dispatcher of webhooks", each: webhooks.reservedConcurrency && 1, functions: 1 },
  ].flatMap(({ setting, each, functions }) => (each === undefined ? [] : [{ setting, each, functions }]));
  const sum = reserved.reduce((total, { each, functions }) => total + each * functions, 0);
  return faultIf(
    sum > 0 && sum > api.accountConcurrency - UNRESERVED_MIN,
    `${reserved.map(({ setting, each, functions }) => `${functions} x ${setting} (${each})`).join(" + ")} reserve ` +
      `${sum} environments, more than api.accountConcurrency (${api.accountConcurrency}) allows, of which ` +
      `${UNRESERVED_MIN} must stay unreserved.`,
  );
}

/** A scraper with an environment for each caller rejects no caller, even while the others hang. */
function scraperFaults(stage: Stage, { storeEndpointCount }: ReservedLoad): readonly string[] {
  const { api, scrapers } = stage;
  if (api.storeRoutes === undefined || scrapers.reservedConcurrency === undefined) {
    return faultIf(
      api.storeRoutes !== undefined || scrapers.reservedConcurrency !== undefined,
      "api.storeRoutes and scrapers.reservedConcurrency must be set together: each alone lets users take from " +
        "the pipeline.",
    );
  }
  const { reservedConcurrency } = scrapers;
  const ofEndpoint = api.storeRoutes.reservedConcurrency;
  const ofUsers = ofEndpoint * storeEndpointCount;
  return platforms.flatMap((platform) => {
    const ofPipeline = pipelineCalls(stage, platform);
    return faultIf(
      reservedConcurrency < ofPipeline + ofUsers,
      `scrapers.reservedConcurrency (${reservedConcurrency}) must be at least ${ofPipeline + ofUsers}: ` +
        `${ofPipeline} calls at once by the consumers of ${platform}, ${ofUsers} by ${storeEndpointCount} ` +
        `endpoints of api.storeRoutes.reservedConcurrency (${ofEndpoint}).`,
    );
  });
}

export function pipelineCalls({ charts, stores, sync }: Stage, platform: Platform): number {
  const callsOfSync = Math.ceil(batchItemsMaxOf(stores, platform) / CHUNK_ITEMS);
  const { tracked, on_demand } = sync.maxConcurrency;
  return (tracked + on_demand) * callsOfSync + charts.maxConcurrency;
}

function throttleFaults({ api }: Stage): readonly string[] {
  const { mcp, storeRoutes, throttle } = api;
  const ofAssistants = mcp === "off" ? 0 : mcp.throttle.rate;
  return [
    ...faultIf(
      storeRoutes !== undefined && storeRoutes.throttle.rate >= throttle.rate,
      `api.storeRoutes.throttle.rate (${storeRoutes?.throttle.rate}) must be less than api.throttle.rate ` +
        `(${throttle.rate}), or it limits nothing.`,
    ),
    ...faultIf(
      ofAssistants > throttle.rate,
      `api.mcp.throttle.rate (${ofAssistants}) must be at most api.throttle.rate (${throttle.rate}), since each call ` +
        "of a tool is a request to the API, too.",
    ),
  ];
}

/** A sender that rejects a call interrupts the deliveries of an endpoint until the next tick. */
function senderFaults({ reservedConcurrency }: Stage["webhooks"]): readonly string[] {
  return faultIf(
    reservedConcurrency !== undefined && reservedConcurrency < SENT_AT_ONCE,
    `webhooks.reservedConcurrency (${reservedConcurrency}) must be at least ${SENT_AT_ONCE}, the requests that a ` +
      "tick sends at once.",
  );
}
