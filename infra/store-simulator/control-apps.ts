import * as z from "zod";

import { platformSchema } from "../../lib/domain/platform.ts";

import type { Catalogue } from "./catalogue/catalogue.ts";
import type { AppOnDay } from "./catalogue/records.ts";

const PAGE_MAX = 10_000;
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(PAGE_MAX).default(100),
  offset: z.coerce.number().int().min(0).default(0),
};

const appsQuery = z.object({ platform: platformSchema(), ...pageQuery });
const appPath = z.object({ platform: platformSchema(), external_id: z.string() });

type Today = { readonly catalogue: Catalogue; day(): number };
type PathParameters = Readonly<Record<string, string>>;

/** The path names something that the simulator does not have. */
export class NotFoundError extends Error {
  override readonly name = "NotFoundError";
}

export function listApps({ catalogue, day }: Today, query: URLSearchParams) {
  const { platform, limit, offset } = appsQuery.parse(Object.fromEntries(query));
  const apps = catalogue.apps(platform);
  const shown = apps.slice(offset, offset + limit);
  return { day: day(), total: apps.length, apps: shown.map((app) => describeApp(app.on(day()))) };
}

export function showApp(today: Today, parameters: PathParameters) {
  const app = findApp(today, parameters);
  return { ...describeApp(app), available_countries: app.availableCountries() };
}

/** Sells the app in the given storefronts, or in all others. */
export function offerApp(today: Today, parameters: PathParameters, body: unknown) {
  const { platform, externalId } = findApp(today, parameters);
  const storefronts = today.catalogue.storefronts(platform);
  const codes = z.array(z.enum(storefronts)).max(storefronts.length);
  const offer = z.union([z.strictObject({ available: codes }), z.strictObject({ unavailable: codes })]).parse(body);
  const countries =
    "available" in offer ? offer.available : storefronts.filter((code) => !offer.unavailable.includes(code));
  today.catalogue.offerIn({ platform, externalId, countries });
  return showApp(today, parameters);
}

/** Sells the app where the catalogue says. */
export function forgetOffer(today: Today, parameters: PathParameters) {
  const { platform, externalId } = findApp(today, parameters);
  today.catalogue.offerIn({ platform, externalId, countries: undefined });
  return showApp(today, parameters);
}

function findApp({ catalogue, day }: Today, parameters: PathParameters): AppOnDay {
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
