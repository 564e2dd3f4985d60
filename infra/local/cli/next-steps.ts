import type { LocalAccount } from "../create-account.ts";
import type { ShelfwatchHost } from "../start-host.ts";
import type { StartOptions } from "./options.ts";

const TERM = "weather";
const LIVE_EXAMPLE = { term: "whatsapp", externalId: "310633997" };

export function describeStores(
  { as, day }: Pick<StartOptions, "as" | "day">,
  { simulator }: Pick<ShelfwatchHost, "simulator">,
): readonly string[] {
  const ofProd = "Settings: prod's. The stores get 20 and 30 requests a minute, and a first sync takes minutes.";
  return [...(as === "prod" ? [ofProd] : []), ...describeTransport(day, simulator)];
}

function describeTransport(day: number, simulator: ShelfwatchHost["simulator"]): readonly string[] {
  if (!simulator) return ["Stores: the real ones, within their limits (20 and 30 requests a minute)."];
  return [
    `Stores: simulated, with invented apps, day ${day}. npm start -- --stores live calls the real ones.`,
    `Store simulator: ${simulator.url} (docs/simulator.md says how to change what it serves)`,
  ];
}

export function describeNextSteps(
  { url, simulator }: Pick<ShelfwatchHost, "url" | "simulator">,
  account: LocalAccount,
): readonly string[] {
  const api = `${url}/api/v1`;
  const { term, externalId } = simulator ? simulatedExample(simulator) : LIVE_EXAMPLE;
  const json = "-H 'content-type: application/json'";
  const token = '-H "authorization: Bearer $TOKEN"';
  return [
    "1. Log in to the account that was created for you, and keep the token:",
    `   TOKEN=$(curl -s ${api}/auth/login ${json} ` +
      `-d '${JSON.stringify(account)}' | sed -E 's/.*"token":"([^"]+)".*/\\1/')`,
    "2. Search the App Store:",
    `   curl -s "${api}/apps/search?platform=ios&term=${term}" ${token}`,
    "3. Track one of the apps found, and watch its sync:",
    `   curl -s ${api}/apps ${token} ${json} -d '${JSON.stringify({ platform: "ios", external_id: externalId })}'; ` +
      `sleep 3; curl -s ${api}/apps/ios/${externalId}/sync-status ${token}`,
    "4. Read about the rest, and try it in a browser:",
    `   ${url}/api/documentation (sign in as ${account.email}, ${account.password})`,
  ];
}

function simulatedExample(simulator: NonNullable<ShelfwatchHost["simulator"]>) {
  const [found] = simulator.catalogue.search({
    platform: "ios",
    term: TERM,
    country: "us",
    day: simulator.day(),
    limit: 1,
  });
  return { term: TERM, externalId: found?.facts.externalId ?? LIVE_EXAMPLE.externalId };
}
