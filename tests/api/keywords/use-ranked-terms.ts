import { beforeAll } from "vitest";

import { createApi, createCaller } from "../../support/api.ts";
import { addCompetitor, track } from "../../support/catalogue.ts";
import { useDatabase } from "../../support/database.ts";
import { type App, createApp } from "../../support/factories.ts";
import { addTerm, addTermDays, makeRoomForResults, type TermDay, trackTerm } from "../../support/keyword-results.ts";

export const TODAY = "2026-03-15";

type NewKeyword = { readonly days?: readonly TermDay[]; readonly countryCode?: string };

/** Each call returns a caller who tracks an app, on the database of the test file. The API's clock shows `TODAY`. */
export function useRankedTerms() {
  const database = useDatabase();
  beforeAll(() => makeRoomForResults(database().db, TODAY));

  return async () => {
    const { db } = database();
    const api = createApi(db, { now: () => new Date(`${TODAY}T12:00:00Z`) });
    const [caller, other] = [await createCaller(db), await createCaller(db)];
    const app = await createApp(db);
    for (const { user } of [caller, other]) await track(db, { userId: user.id, appId: app.id });
    const addRival = async (overrides: Parameters<typeof createApp>[1] = {}, as = caller): Promise<App> => {
      const rival = await createApp(db, overrides);
      await addCompetitor(db, { userId: as.user.id, appId: app.id, competitorAppId: rival.id });
      return rival;
    };
    /** Adds a term whose first word is given, tracked by the caller alone. */
    const addKeyword = async (word: string, { days = [], countryCode }: NewKeyword = {}, as = caller) => {
      const term = `${word} ${crypto.randomUUID().slice(0, 8)}`;
      const keywordId = await addTerm(db, { term, ...(countryCode && { countryCode }) });
      await trackTerm(db, { userId: as.user.id, appId: app.id, keywordId });
      await addTermDays(db, { keywordId, days });
      return keywordId;
    };
    const get = (path: string, as = caller) => api.get(`/apps/ios/${app.externalId}${path}`, as);
    return { db, api, app, caller, other, addRival, addKeyword, get };
  };
}

/** Returns results of a store with these apps at ranks, from 1, and unknown ones at all others. */
export function resultsWith(ranks: readonly (readonly [App, number])[], window = 25): readonly string[] {
  return Array.from({ length: window }, (_, index) => {
    const [at] = ranks.find(([, rank]) => rank === index + 1) ?? [];
    return at?.externalId ?? `unknown.${index}`;
  });
}

export const wordsOf = (rows: readonly { readonly term: string }[]) => rows.map(({ term }) => term.split(" ")[0]);
