import { isPreRegistrationOn } from "./availability.ts";
import { revisionOn, rhythms } from "./cadence.ts";
import type { AppFacts } from "./records.ts";

export type VersionOnDay = {
  /** null for "Varies with device" and before the release. */
  readonly version: string | null;
  readonly build: number;
  readonly releasedAt: string;
  readonly isFirst: boolean;
  readonly fileSizeBytes: number;
};

export const DAY_MS = 86_400_000;

export function versionOn(facts: AppFacts, input: { readonly epochMs: number; readonly day: number }): VersionOnDay {
  const { draws, listedOnDay, releasedOnDay } = facts;
  const isComing = isPreRegistrationOn(facts, input.day);
  const revision = revisionOn(draws, "version", rhythms.version, input.day);
  const isFirst = isComing || revision.day <= releasedOnDay;
  const firstDay = isComing ? listedOnDay : releasedOnDay;
  const build = isFirst ? 0 : draws.int("builds before", 1, 200) + revision.number;
  const releaseDay = isFirst ? firstDay : revision.day;
  const varies = facts.platform === "android" && draws.chance("varies with device", 0.08);

  return {
    version: varies || isComing ? null : `${1 + Math.floor(build / 30)}.${Math.floor(build / 3) % 10}.${build % 3}`,
    build,
    releasedAt: releaseInstant({ ...input, day: releaseDay, share: draws.unit(`hour:${build}`) }),
    isFirst,
    fileSizeBytes: Math.floor(draws.int("size", 2_000_000, 400_000_000) * (1 + build / 500)),
  };
}

/** A time on the day before, so that the release is in the past at any hour of the day. */
function releaseInstant(input: { readonly epochMs: number; readonly day: number; readonly share: number }): string {
  const seconds = Math.floor((input.epochMs + (input.day - 1 + input.share) * DAY_MS) / 1_000);
  return new Date(seconds * 1_000).toISOString().replace(".000", "");
}
