import * as z from "zod";

import { type Cast, country_code, dataOf, row, TODAY, unknown } from "./cast.ts";
import { dayAgo } from "./read-history.ts";
import type { Recorder } from "./recorder.ts";

/** The words of listings, and the tracked terms of searches. */

const UNKNOWN_ID = 999_999;

export async function readKeywords(recorder: Recorder, { app, other }: Pick<Cast, "app" | "other">): Promise<void> {
  const shown = dataOf(row.extend({ versions: z.array(row).nonempty() }));
  const newestOf = async (params: Cast["app"]) => {
    const { data } = shown.parse(await recorder.call("showApp", { params }));
    return { appId: data.id, versionId: data.versions[0]?.id ?? 0 };
  };
  const [own, rival] = [await newestOf(app), await newestOf(other)];
  const wanted = { locale: "en-US", ngram: 1, fields: ["title", "description"] };
  const sorted = { sort: "density", order: "desc", page: 1, per_page: 50 };
  const query = { ...wanted, search: "e", version_id: own.versionId, ...sorted };
  await recorder.show("listKeywords", { params: app, query });
  await recorder.show("listKeywords", { params: app, query: { ngram: 4 } });
  await recorder.show("listKeywords", { params: app, query: { version_id: rival.versionId } });
  const compared = { app_ids: [rival.appId], version_ids: [rival.versionId], ...wanted, search: "weath" };
  await recorder.show("compareKeywords", { params: app, query: compared });
  await recorder.show("compareKeywords", { params: app, query: { app_ids: [own.appId] } });
}

type Compared = Pick<Cast, "app"> & { readonly appIds: number[] };

export async function trackTerms(recorder: Recorder, { app, appIds }: Compared): Promise<void> {
  const item = { term: "Weather Radar", country_code };
  const added = z.object({ added: z.tuple([z.object({ keyword_id: z.int() })]) });
  const body = await recorder.show("trackKeywords", { params: app, body: { items: [item] } });
  await recorder.show("trackKeywords", { params: app, body: { items: [item, { ...item, term: "w" }] } });
  await recorder.show("trackKeywords", { params: unknown, body: { items: [item] } });
  const [{ keyword_id }] = dataOf(added).parse(body).data.added;
  const isRead = z.object({ data: z.tuple([z.object({ state: z.enum(["ranked", "not_in_window"]) })]) });
  await recorder.settle("listTrackedKeywords", { params: app }, isRead);
  const onDay = { country_codes: [country_code], date: dayAgo(-TODAY), page: 1, per_page: 50 };
  const trends = { sort: "rank", include: ["trends"] };
  await recorder.show("listTrackedKeywords", { params: app, query: { ...onDay, ...trends } });
  await recorder.show("listTrackedKeywords", { params: app, query: { per_page: 101 } });
  const series = { keyword_ids: [keyword_id], app_ids: appIds, from: dayAgo(0), to: dayAgo(-TODAY) };
  await recorder.show("listKeywordRanks", { params: app, query: series });
  await recorder.show("listKeywordRanks", { params: app, query: { ...series, keyword_ids: [UNKNOWN_ID] } });
  for (const operation of ["compareKeywordRanks", "listKeywordGaps"]) {
    await recorder.show(operation, { params: app, query: { app_ids: appIds, ...onDay } });
    await recorder.show(operation, { params: app, query: { app_ids: [UNKNOWN_ID] } });
  }
  const ids = [keyword_id, UNKNOWN_ID];
  for (const id of ids)
    await recorder.show("showKeywordResults", { params: { keyword_id: id }, query: { date: dayAgo(-TODAY) } });
  for (const id of ids) await recorder.show("untrackKeyword", { params: { ...app, keyword_id: id } });
}
