import type { Stage } from "./stage.ts";

/** The endpoint that starts an authorization reads documents of clients, one at a time in each of its environments. */
export const READING_ENDPOINTS = 1;

/** Returns the environments reserved for that endpoint alone, if the stage has it and reserves any. */
export function reservedForReadings({ oauth }: Pick<Stage["api"], "oauth">): number | undefined {
  return oauth === "off" ? undefined : oauth.reservedConcurrency;
}
