import * as z from "zod";

import { platformSchema } from "../../lib/domain/platform.ts";

import type { AppOnDay } from "./catalogue/records.ts";
import {
  bodyOf,
  type Control,
  type Controlled,
  NotFoundError,
  type PathParameters,
  pageQuery,
} from "./control-route.ts";

const appsQuery = z.object({ platform: platformSchema(), ...pageQuery });
const appPath = z.object({ platform: platformSchema(), external_id: z.string() });

export const appControls: Readonly<Record<string, Control>> = {
  "GET apps"({ catalogue, clock }, { query }) {
    const { platform, limit, offset } = appsQuery.parse(Object.fromEntries(query));
    const apps = catalogue.apps(platform);
    const shown = apps.slice(offset, offset + limit);
    return { day: clock.day(), total: apps.length, apps: shown.map((app) => describeApp(app.on(clock.day()))) };
  },
  "GET apps/{platform}/{external_id}": (controlled, _request, parameters) => showApp(controlled, parameters),
  "PUT apps/{platform}/{external_id}/storefronts": (controlled, request, parameters) =>
    offerApp(controlled, parameters, bodyOf(request)),
  "DELETE apps/{platform}/{external_id}/storefronts": (controlled, _request, parameters) =>
    withdrawOffer(controlled, parameters),
};

function showApp(controlled: Controlled, parameters: PathParameters) {
  const app = findApp(controlled, parameters);
  return { ...describeApp(app), available_countries: app.availableCountries() };
}

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

function withdrawOffer(controlled: Controlled, parameters: PathParameters) {
  const { platform, externalId } = findApp(controlled, parameters);
  controlled.catalogue.offerIn({ platform, externalId, countries: undefined });
  return showApp(controlled, parameters);
}

function findApp({ catalogue, clock }: Controlled, parameters: PathParameters): AppOnDay {
  const { platform, external_id: externalId } = appPath.parse(parameters);
  const app = catalogue.appOn({ platform, externalId, day: clock.day() });
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
