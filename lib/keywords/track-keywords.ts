import type { Db } from "../../db/client.ts";
import { requestKeywords } from "../../db/queries/keywords/request-keywords.ts";
import { addTrackedKeywords } from "../../db/queries/keywords/tracked-keywords.ts";
import { countryFaults } from "../countries/country-faults.ts";
import { type Country, primaryLanguage, storefrontLanguages } from "../domain/country.ts";
import { formatCount } from "../domain/format-count.ts";
import { keywordReads } from "../domain/keyword-reads.ts";
import { utcDay } from "../domain/paced-fetch.ts";
import { type Platform, platformFacts, type StoreApp } from "../domain/platform.ts";
import { findTermFault, normalTerm } from "../domain/tracked-keyword.ts";
import { type FieldErrors, invalidInput, keywordsOff, notFound } from "../errors.ts";
import type { KeywordMessage } from "../queues/messages.ts";
import { type KeywordQueues, leaveToResend } from "../queues/work-queues.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";
import type { Measure } from "../runtime/telemetry.ts";

export type KeywordLimits = {
  readonly perUserMax: number;
  readonly termsMax: Readonly<Record<Platform, number>>;
};

export type TrackKeywordsDependencies = {
  readonly db: Db;
  readonly log: Log;
  readonly measure: Measure;
  readonly now: Clock;
  readonly correlationId: string;
  readonly countries: readonly Country[];
  readonly keywordQueues: KeywordQueues;
  readonly keywordSettings: "off" | KeywordLimits;
  readonly resendSeconds: number;
};

type Item = { readonly term: string; readonly countryCode: string };

type TrackKeywordsInput = { readonly app: StoreApp; readonly userId: number; readonly items: readonly Item[] };

/** Tracks terms for an app of the user. An invalid row, or a limit that all rows together exceed, adds none. */
export async function trackKeywords(deps: TrackKeywordsDependencies, { app, userId, items }: TrackKeywordsInput) {
  const { countries, db, keywordSettings: limits } = deps;
  if (limits === "off") throw keywordsOff();
  const { platform } = app;
  const terms = items.map(({ term, countryCode }) => ({
    country_code: countryCode,
    term: normalTerm(term, primaryLanguage(countries, platform, countryCode)),
  }));
  const faults: FieldErrors = Object.assign(
    {},
    ...terms.map((row, index) => rowFaults(countries, platform, row, index)),
  );
  if (Object.keys(faults).length > 0) throw invalidInput(faults);

  const termsMax = limits.termsMax[platform];
  const found = await addTrackedKeywords(db, { ...app, userId, terms, keywordsMax: limits.perUserMax, termsMax });
  if (found === undefined) throw notFound();
  requireRoom(found, { ...limits, platform, termsMax });

  const shown = found.keywords.map(({ is_added, ...keyword }) => ({ is_added, keyword }));
  const which = (isAdded: boolean) => shown.flatMap(({ is_added, keyword }) => (is_added === isAdded ? keyword : []));
  const added = which(true);
  await haveTermsRead(deps, { platform, userId, keywordIds: added.map(({ keyword_id }) => keyword_id) });
  return { added, existing: which(false) };
}

type AddedTerms = { readonly platform: Platform; readonly userId: number; readonly keywordIds: readonly number[] };

/** Queues reads of the first new terms at once. Reads of the others are planned before those of older terms. */
async function haveTermsRead(
  { db, log, measure, now, correlationId, keywordQueues, resendSeconds }: TrackKeywordsDependencies,
  { platform, userId, keywordIds }: AddedTerms,
): Promise<void> {
  if (keywordIds.length === 0) return;
  const day = utcDay(now());
  const waitSecondsMax = keywordReads.requestedWaitMaxSeconds;
  const queued = await requestKeywords(db, { platform, day, userId, keywordIds, waitSecondsMax, resendSeconds });
  if (queued.length === 0) return;
  const delays = new Map(
    queued.map(({ keyword_id: keywordId, delay_seconds }): [KeywordMessage, number] => [
      { v: 1, kind: "keyword", platform, keywordId, day, correlationId, isRequested: true },
      delay_seconds,
    ]),
  );
  await keywordQueues
    .send(platform, [...delays.keys()], { delaySeconds: (message) => delays.get(message) ?? 0 })
    .catch(leaveToResend({ log, measure }, "keyword.message.unsent", { platform, terms: queued.length }));
}

function rowFaults(
  countries: readonly Country[],
  platform: Platform,
  { country_code: code, term }: { readonly country_code: string; readonly term: string },
  index: number,
): FieldErrors {
  const country = countries.find((one) => one.code === code);
  const isStorefront = country !== undefined && storefrontLanguages(country, platform).length > 0;
  const fault = findTermFault(term);
  return {
    ...countryFaults(platform, { code, isKnown: country !== undefined, isStorefront }, `items.${index}.country_code`),
    ...(fault !== undefined && termFault(`items.${index}.term`, fault)),
  };
}

function termFault(field: string, fault: string): FieldErrors {
  return { [field]: [fault] };
}

type Counts = {
  readonly used: number;
  readonly added: number;
  readonly terms_used: number;
  readonly terms_added: number;
};

type Limits = { readonly perUserMax: number; readonly platform: Platform; readonly termsMax: number };

function requireRoom(counts: Counts, { perUserMax, platform, termsMax }: Limits): void {
  const { used, added, terms_used: termsUsed, terms_added: termsAdded } = counts;
  if (added > 0 && used + added > perUserMax) {
    throw tooMany(`A user can track ${formatCount(perUserMax)} keywords`, perUserMax - used);
  }
  if (termsAdded > 0 && termsUsed + termsAdded > termsMax) {
    const { storeName } = platformFacts[platform];
    throw tooMany(`This service reads ${formatCount(termsMax)} terms of ${storeName}`, termsMax - termsUsed);
  }
}

function tooMany(limit: string, room: number) {
  return invalidInput({ items: [`${limit}. ${formatCount(Math.max(0, room))} more can be added.`] });
}
