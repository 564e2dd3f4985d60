import * as z from "zod";

import type { ComparedApp } from "../../db/queries/listings/keyword-texts.ts";
import { VERSIONS_MAX } from "../domain/change-limits.ts";
import { COMPARED_KEYWORDS_MAX } from "../domain/keyword.ts";
import { platformSchema } from "../domain/platform.ts";
import { timestamp } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";
import type { KeywordCount } from "./count-keywords.ts";

const density = () =>
  z.number().meta({ description: "Percentage of the listing's words, without stop words, with two decimals." });

export const keywordResponse = lazy(() =>
  z
    .object({
      locale: z.string(),
      ngram_size: z.int(),
      keyword: z.string(),
      count: z.int(),
      density: density(),
    })
    .meta({ id: "Keyword" }),
);

const comparedAppResponse = () =>
  z.object({
    id: z.int(),
    name: z.string(),
    platform: platformSchema(),
    external_id: z.string(),
    icon_url: z.string().nullable(),
    versions: z
      .array(z.object({ id: z.int(), version: z.string() }))
      .meta({ description: `Up to ${VERSIONS_MAX} versions, newest first. \`version_ids\` can name any of them.` }),
    version_id: z
      .int()
      .nullable()
      .meta({ description: "Version that first showed the compared texts. Null if there is no listing." }),
    read_at: timestamp().nullable().meta({ description: "Time when the compared texts were first read." }),
  });

export const keywordComparisonResponse = lazy(() =>
  z
    .object({
      apps: z.array(comparedAppResponse()).meta({ description: "The compared apps, sorted by id." }),
      keywords: z.record(z.string(), z.record(z.string(), z.object({ count: z.int(), density: density() }))).meta({
        description:
          `Each app id has the app's most frequent keywords, at most ${COMPARED_KEYWORDS_MAX}. ` +
          "The object is empty for an app without a listing in the language.",
      }),
    })
    .meta({ id: "KeywordComparison" }),
);

type Compared = { readonly app: ComparedApp; readonly keywords: readonly KeywordCount[] };

export function presentComparison(
  compared: readonly Compared[],
): z.input<ReturnType<typeof keywordComparisonResponse>> {
  return {
    apps: compared.map(({ app }) => app),
    keywords: Object.fromEntries(
      compared.map(({ app, keywords }) => [
        app.id,
        Object.fromEntries(keywords.map(({ keyword, ...counted }) => [keyword, counted])),
      ]),
    ),
  };
}
