import { HOURS_PER_MONTH, monthly, type Usage, type UsedItem } from "./usage.ts";

const SERVICE = "Network and keys";
const KB_PER_GB = 1e6;

/** What leaves for the internet, what scrapers respond over public addresses, and what stands in the network. */
export function networkLines(usage: Usage): readonly UsedItem[] {
  const { activity, assumed, inventory } = usage;
  const month = monthly(usage);
  const storeRequests = activity.storeRequests.ios + activity.storeRequests.android;
  const outKb = activity.calls.api.count * assumed.responseKb + storeRequests * assumed.storeRequestKb;
  const betweenKb = activity.itemsStored * assumed.scrapedItemKb;
  return [
    { service: SERVICE, item: "data out", quantity: (outKb / KB_PER_GB) * month, price: "dataOut" },
    {
      service: SERVICE,
      item: "scrapers' responses",
      quantity: (betweenKb / KB_PER_GB) * month,
      price: "dataBetweenServices",
    },
    {
      service: SERVICE,
      item: "NAT gateways",
      quantity: inventory.natGateways * HOURS_PER_MONTH,
      price: "natGatewayHours",
    },
    {
      service: SERVICE,
      item: "interface endpoints",
      quantity: inventory.endpointZones * HOURS_PER_MONTH,
      price: "interfaceEndpointHours",
    },
    { service: SERVICE, item: "keys of our own", quantity: inventory.encryptionKeys, price: "encryptionKeys" },
  ];
}
