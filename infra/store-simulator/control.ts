import * as z from "zod";

import { platformSchema } from "../../lib/domain/platform.ts";

import type { Catalogue } from "./catalogue/catalogue.ts";
import type { AppOnDay } from "./catalogue/records.ts";
import type { FaultList } from "./faults/fault-list.ts";
import { faultRuleSchema, ruleFrom } from "./faults/fault-rule.ts";
import type { RequestLog } from "./request-log.ts";
import type { StoreResponse, UpstreamRequest } from "./store-route.ts";

export const CONTROL_PREFIX = "/__simulator/";

export type Controlled = {
  readonly catalogue: Catalogue;
  readonly faults: FaultList;
  readonly requests: RequestLog;
  day(): number;
  setDay(day: number): void;
  rejectFor(milliseconds: number): void;
};

const DAY_MAX = 36_500;

const OUTAGE_MAX_MS = 600_000;
const outageBody = z.strictObject({ milliseconds: z.int().min(1).max(OUTAGE_MAX_MS) });
const dayBody = z.strictObject({ day: z.int().min(0).max(DAY_MAX) });
const PAGE_MAX = 10_000;
const pageQuery = {
  limit: z.coerce.number().int().min(1).max(PAGE_MAX).default(100),
  offset: z.coerce.number().int().min(0).default(0),
};

const appsQuery = z.object({ platform: platformSchema(), ...pageQuery });
const appPath = z.object({ platform: platformSchema(), external_id: z.string() });
const requestsQuery = z.object(pageQuery);

type PathParameters = Readonly<Record<string, string>>;

type Control = (controlled: Controlled, request: UpstreamRequest, parameters: PathParameters) => unknown;

/** The path names something that the simulator does not have. */
class NotFoundError extends Error {
  override readonly name = "NotFoundError";
}

/** Routes by method and path below the prefix. docs/simulator.md describes each. */
export const controls: Readonly<Record<string, Control>> = {
  "GET day": ({ day }) => ({ day: day() }),
  "PUT day"(controlled, request) {
    const { day } = dayBody.parse(bodyOf(request));
    controlled.setDay(day);
    return { day };
  },
  "POST faults"({ faults }, request) {
    faults.add(ruleFrom(faultRuleSchema.parse(bodyOf(request))));
    return {};
  },
  "DELETE faults"({ faults }) {
    faults.clear();
    return {};
  },
  "POST outage"(controlled, request) {
    controlled.rejectFor(outageBody.parse(bodyOf(request)).milliseconds);
    return {};
  },
  "GET requests"({ requests }, { query }) {
    const { limit, offset } = requestsQuery.parse(Object.fromEntries(query));
    const all = requests.list();
    return { total: all.length, requests: all.slice(offset, offset + limit) };
  },
  "DELETE requests"({ requests }) {
    requests.clear();
    return {};
  },
  "GET apps": listApps,
  "GET apps/{platform}/{external_id}": (controlled, _request, parameters) => showApp(controlled, parameters),
  "PUT apps/{platform}/{external_id}/storefronts": (controlled, request, parameters) =>
    offerApp(controlled, parameters, bodyOf(request)),
  "DELETE apps/{platform}/{external_id}/storefronts": (controlled, _request, parameters) =>
    forgetOffer(controlled, parameters),
};

/** The HTTP interface, for other processes. */
export function controlReply(controlled: Controlled, request: UpstreamRequest): StoreResponse {
  const path = request.path.slice(CONTROL_PREFIX.length);
  for (const [name, control] of Object.entries(controls)) {
    const parameters = match(name, `${request.method} ${path}`);
    if (parameters) return respond(() => control(controlled, request, parameters));
  }
  return controlResponse(404, { error: "no such control" });
}

function respond(control: () => unknown): StoreResponse {
  try {
    return controlResponse(200, control());
  } catch (error) {
    if (error instanceof z.ZodError) return controlResponse(422, { error: z.prettifyError(error) });
    if (error instanceof SyntaxError) return controlResponse(400, { error: error.message });
    if (error instanceof NotFoundError) return controlResponse(404, { error: error.message });
    throw error;
  }
}

/** Returns the parameters of a path; undefined if it does not match the pattern. No parameter needs decoding. */
function match(pattern: string, address: string): PathParameters | undefined {
  const [wanted, given] = [pattern.split("/"), address.split("/")];
  if (wanted.length !== given.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? "";
    const name = /^\{(.+)\}$/.exec(part)?.[1];
    if (name === undefined && part !== value) return undefined;
    if (name !== undefined) parameters[name] = value;
  }
  return parameters;
}

function bodyOf(request: UpstreamRequest): unknown {
  return JSON.parse(request.body);
}

function controlResponse(status: number, content: unknown): StoreResponse {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(content) };
}

function listApps({ catalogue, day }: Controlled, { query }: UpstreamRequest) {
  const { platform, limit, offset } = appsQuery.parse(Object.fromEntries(query));
  const apps = catalogue.apps(platform);
  const shown = apps.slice(offset, offset + limit);
  return { day: day(), total: apps.length, apps: shown.map((app) => describeApp(app.on(day()))) };
}

function showApp(controlled: Controlled, parameters: PathParameters) {
  const app = findApp(controlled, parameters);
  return { ...describeApp(app), available_countries: app.availableCountries() };
}

/** Sells the app in the given storefronts, or in all others. */
function offerApp(controlled: Controlled, parameters: PathParameters, body: unknown) {
  const { platform, externalId } = findApp(controlled, parameters);
  const storefronts = controlled.catalogue.storefronts(platform);
  const codes = z.array(z.enum(storefronts)).max(storefronts.length);
  const offer = z.union([z.strictObject({ available: codes }), z.strictObject({ unavailable: codes })]).parse(body);
  const countries =
    "available" in offer ? offer.available : storefronts.filter((code) => !offer.unavailable.includes(code));
  controlled.catalogue.offerIn({ platform, externalId, countries });
  return showApp(controlled, parameters);
}

/** Sells the app where the catalogue says. */
function forgetOffer(controlled: Controlled, parameters: PathParameters) {
  const { platform, externalId } = findApp(controlled, parameters);
  controlled.catalogue.offerIn({ platform, externalId, countries: undefined });
  return showApp(controlled, parameters);
}

function findApp({ catalogue, day }: Controlled, parameters: PathParameters): AppOnDay {
  const { platform, external_id: externalId } = appPath.parse(parameters);
  const app = catalogue.appOn({ platform, externalId, day: day() });
  if (app === undefined) throw new NotFoundError(`the ${platform} store has no app ${externalId}`);
  return app;
}

function describeApp(app: AppOnDay) {
  return {
    external_id: app.externalId,
    name: app.name,
    publisher: { external_id: app.publisher.externalId, name: app.publisher.name },
    is_in_store: app.isInStore,
    unavailable_countries: app.unavailableCountries(),
  };
}
