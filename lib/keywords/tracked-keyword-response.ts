import * as z from "zod";

import { timestamp } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";

const keywordFields = () => ({
  keyword_id: z.int().meta({ description: "Id of the term in the storefront, the same for all of its apps." }),
  term: z.string().meta({
    description: "The term in its normal form: lower case, and single spaces.",
    example: "weather radar",
  }),
  country_code: z.string(),
});

export const trackedKeywordResponse = lazy(() =>
  z.object({ ...keywordFields(), tracked_at: timestamp() }).meta({ id: "TrackedKeyword" }),
);

const addedKeywordResponse = lazy(() => z.object(keywordFields()).meta({ id: "TrackedTerm" }));

export const addedKeywordsResponse = lazy(() =>
  z
    .object({
      added: z.array(addedKeywordResponse()),
      existing: z.array(addedKeywordResponse()).meta({ description: "Terms that the caller tracked already." }),
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
