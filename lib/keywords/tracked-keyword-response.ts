import * as z from "zod";

import { TREND_POINTS } from "../domain/app-trends.ts";
import { timestamp } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";
import { keywordDayFields, trendPointResponse } from "./keyword-rank-response.ts";
import { keywordFields } from "./term-response.ts";

export const trackedKeywordResponse = lazy(() =>
  z
    .object({
      ...keywordFields(),
      tracked_at: timestamp(),
      ...keywordDayFields(),
      trends: z
        .array(trendPointResponse())
        .optional()
        .meta({ description: `The ${TREND_POINTS} days up to the requested day, or up to today.` }),
    })
    .meta({ id: "TrackedKeyword" }),
);

const addedKeywordResponse = lazy(() => z.object(keywordFields()).meta({ id: "TrackedTerm" }));

export const addedKeywordsResponse = lazy(() =>
  z
    .object({
      added: z.array(addedKeywordResponse()),
      existing: z.array(addedKeywordResponse()).meta({ description: "Terms that the caller already tracked." }),
    })
    .meta({ id: "AddedKeywords" }),
);

export const trackedKeywordsMeta = () =>
  z.object({
    used: z.int().meta({ description: "Tracked keywords of the caller, of all apps." }),
    max: z.int().nullable().meta({
      description: "The most keywords that a user can track. Null if the service tracks no keywords.",
    }),
  });
