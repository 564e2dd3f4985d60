import { CHUNK_ITEMS } from "../../lib/domain/call-limits.ts";
import { type Platform, platforms } from "../../lib/domain/platform.ts";
import { batchItemsMaxOf } from "../../lib/domain/sync-limits.ts";
import { SENT_AT_ONCE } from "../../lib/domain/webhook.ts";
import { READING_ENDPOINTS, reservedForReadings } from "./document-readings.ts";
import { faultIf } from "./fault-if.ts";
import type { Stage } from "./stage.ts";

/** AWS lets no account reserve its last environments. */
const UNRESERVED_MIN = 100;

export type ReservedLoad = {
  readonly endpointCount: number;
  readonly storeEndpointCount: number;
};

export function isolationFaults(stage: Stage, load: ReservedLoad): readonly string[] {
  return [...quotaFaults(stage, load), ...scraperFaults(stage, load), ...throttleFaults(stage), ...senderFaults(stage)];
}

function quotaFaults(stage: Stage, { endpointCount, storeEndpointCount }: ReservedLoad): readonly string[] {
  const { api, scrapers, webhooks } = stage;
  const { storeRoutes } = api;
  const ofAssistants = api.mcp === "off" ? 0 : 1;
  const ofReadings = reservedForReadings(api);
  const limited = (storeRoutes ? storeEndpointCount : 0) + (ofReadings === undefined ? 0 : READING_ENDPOINTS);
  const others = endpointCount - limited + ofAssistants;
  const reserved = [
    { setting: "api.reservedConcurrency", each: api.reservedConcurrency, functions: others },
    {
      setting: "api.storeRoutes.reservedConcurrency",
      each: storeRoutes?.reservedConcurrency,
      functions: storeEndpointCount,
    },
    { setting: "api.oauth.reservedConcurrency", each: ofReadings, functions: READING_ENDPOINTS },
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

/** With too little reserved concurrency, Lambda rejects calls of the sender, and deliveries wait for the next tick. */
function senderFaults({ api, webhooks: { delivery, reservedConcurrency } }: Stage): readonly string[] {
  if (delivery === "off" || reservedConcurrency === undefined) return [];
  const ofReadings = api.oauth === "off" ? 0 : (api.oauth.reservedConcurrency ?? api.reservedConcurrency);
  if (ofReadings === undefined) {
    return [
      "api.oauth.reservedConcurrency must be set where webhooks.reservedConcurrency is: readings of clients' " +
        "documents could otherwise take the sender's environments from deliveries.",
    ];
  }
  const needed = SENT_AT_ONCE + ofReadings * READING_ENDPOINTS;
  return faultIf(
    reservedConcurrency < needed,
    `webhooks.reservedConcurrency (${reservedConcurrency}) must be at least ${needed}: ${SENT_AT_ONCE} requests that ` +
      `a tick sends at once, ${ofReadings} readings of clients' documents by api.oauth.reservedConcurrency.`,
  );
}
