import type { Db } from "../../db/client.ts";
import { type ComparedApp, findComparedTexts } from "../../db/queries/listings/keyword-texts.ts";
import { COMPARED_KEYWORDS_MAX } from "../domain/keyword.ts";
import type { ListingTextField } from "../domain/listing-field.ts";
import type { StoreApp } from "../domain/platform.ts";
import { type FieldErrors, invalidInput, notFound } from "../errors.ts";
import { presentComparison } from "./keyword-response.ts";
import { keywordsOf } from "./keywords-of.ts";
import { unknownIds } from "./unknown-ids.ts";

type CompareKeywordsInput = {
  readonly app: StoreApp;
  readonly userId: number;
  readonly appIds: readonly number[];
  /** At most one version of each compared app. Default: the newest texts. */
  readonly versionIds: readonly number[];
  readonly locale: string;
  readonly fields: readonly ListingTextField[] | undefined;
  readonly size: number;
  readonly search: string | undefined;
};

export async function compareKeywords(deps: { readonly db: Db }, input: CompareKeywordsInput) {
  const { app, userId, appIds, versionIds, locale } = input;
  const competitors = await findComparedTexts(deps.db, { ...app, userId, appIds, versionIds, locale });
  if (competitors === undefined) throw notFound();
  const faults = { ...appFaults(appIds, competitors), ...versionFaults(versionIds, competitors) };
  if (Object.keys(faults).length > 0) throw invalidInput(faults);

  const compared = competitors.map(async (competitor) => ({
    app: competitor,
    keywords: (await keywordsOf(competitor.texts, input)).slice(0, COMPARED_KEYWORDS_MAX),
  }));
  return presentComparison(await Promise.all(compared));
}

/** Another user's app and an app that is no competitor are rejected like an unknown app. */
function appFaults(appIds: readonly number[], competitors: readonly ComparedApp[]): FieldErrors {
  const known = competitors.map(({ id }) => id);
  return unknownIds("app_ids", appIds, known);
}

function versionFaults(versionIds: readonly number[], competitors: readonly ComparedApp[]): FieldErrors {
  const used = competitors.flatMap(({ requested_version_id: id }) => id ?? []);
  return unknownIds("version_ids", versionIds, used);
}
