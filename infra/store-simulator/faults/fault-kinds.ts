import { brokenBodies } from "./broken-bodies.ts";
import { brokenConnections } from "./broken-connections.ts";
import { cannedResponses } from "./canned-responses.ts";
import { spoiltResponses } from "./spoilt-responses.ts";

export const responders = { ...cannedResponses, ...brokenConnections, ...brokenBodies, ...spoiltResponses };

export type FaultKind = keyof typeof responders;
// Object.keys loses the names.
export const faultKinds = Object.keys(responders) as readonly FaultKind[];
