import {
  countTrackedTerms,
  pacedKeywords,
  planKeywords,
  readKeywordsPercent,
} from "../../db/queries/keywords/keyword-fetches.ts";
import { utcDay } from "../domain/paced-fetch.ts";
import { endOverdueFetches } from "../fetches/paced-fetch.ts";
import type { Log } from "../runtime/log.ts";
import type { Measure } from "../runtime/telemetry.ts";
import { type DispatchKeywordsDependencies, dispatchKeywords } from "./dispatch-keywords.ts";

export type ResendKeywordsDependencies = DispatchKeywordsDependencies & {
  readonly log: Log;
  readonly measure: Measure;
};

type Input = { readonly correlationId: string };

/** Plans terms of the day that are not planned yet, ends those of past days, and sends a platform's due terms. */
export async function resendKeywords(deps: ResendKeywordsDependencies, input: Input) {
  const { db, log, measure, now, platform, settings } = deps;
  const { keywords } = settings;
  if (keywords === "off") return;
  const gapSeconds = 60 / keywords.perMinute[platform];
  const planned = await planKeywords(db, { platform, day: utcDay(now()), gapSeconds });
  const { missed, lagSeconds } = await endOverdueFetches(deps, pacedKeywords, platform);
  const sent = await dispatchKeywords(deps, input);
  log.info("keyword.resend.completed", { platform, planned, missed, sent });

  measure("KeywordLagSeconds", lagSeconds, { platform });
  const { terms } = await countTrackedTerms(db, { platform });
  measure("KeywordTermsPercent", (100 * terms) / keywords.termsMax[platform], { platform });
}

const DAY_MS = 86_400_000;

/** Begins a day: measures how many terms of the day before were read, and plans those of today. */
export async function startDailyKeywords(deps: ResendKeywordsDependencies, input: Input): Promise<void> {
  const { db, measure, now, platform, settings } = deps;
  if (settings.keywords === "off") return;
  const yesterday = utcDay(new Date(now().getTime() - DAY_MS));
  const { percent } = await readKeywordsPercent(db, { platform, day: yesterday });
  measure("KeywordsReadPercent", percent, { platform });
  await resendKeywords(deps, input);
}
