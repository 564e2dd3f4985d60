import type { Body, Data } from "../../client/operation-types.ts";

export type EventPage = Body<"listEvents">;
export type Event = Data<"listEvents">[number];
export type EventData = Event["data"];
export type EventType = Event["type"];
