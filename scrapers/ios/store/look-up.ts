import * as z from "zod";

import { lazy } from "../../../lib/runtime/lazy.ts";
import { parseJson } from "../../contracts/wire.ts";
import { checkRecord, unusable } from "../../http/check-record.ts";
import type { Call } from "../../http/route.ts";
import { NotInStoreError, StoreError } from "../../http/store-errors.ts";
import type { StoreResponse } from "../../http/store-http-client.ts";
import { isFirstLanguage, spellLanguage } from "./languages.ts";
import { type AppleTransport, isCurrent } from "./transport.ts";

const text = lazy(() => z.string());
const texts = lazy(() => z.array(text()).nullish());
const wholeNumber = lazy(() => z.int().nonnegative());

/** Only facts need these fields, so an unreadable one fails nothing else. */
const factTexts = lazy(() => texts().catch(undefined));
const factText = lazy(() => text().nullish().catch(undefined));

/** An app as the library returns it from the lookup API. Apple omits what it does not have. */
export const lookupRecordSchema = lazy(() =>
  z.object({
    id: z.int().positive(),
    title: text().min(1),
    url: text().nullish(),
    description: text().nullish(),
    icon: text().nullish(),
    primaryGenre: text().nullish(),
    primaryGenreId: z.int().nullish(),
    genres: factTexts(),
    genreIds: factTexts(),
    requiredOsVersion: factText(),
    supportedDevices: factTexts(),
    developerWebsite: factText(),
    contentRating: text().nullish(),
    languages: texts(),
    /** Bytes, as digits. */
    size: z
      .union([z.string().regex(/^\d{1,15}$/), wholeNumber()])
      .transform(Number)
      .nullish(),
    released: text().nullish(),
    updated: text().nullish(),
    releaseNotes: text().nullish(),
    version: text().nullish(),
    price: z.number().nonnegative().nullish(),
    currency: text().nullish(),
    developerId: z.int().nullish(),
    developer: text().nullish(),
    developerUrl: text().nullish(),
    score: z.number().min(0).max(5).nullish(),
    reviews: wholeNumber().nullish(),
    screenshots: texts(),
    ipadScreenshots: texts(),
  }),
);
export type LookupRecord = z.infer<ReturnType<typeof lookupRecordSchema>>;

export type Storefront = { readonly appId: string; readonly country: string; readonly lang: string | undefined };

export type LookedUp = {
  readonly app: LookupRecord;
  /** False if the texts are in the storefront's first language instead of the requested one. */
  readonly isInLanguage: boolean;
  /** False if a cached response is so old that its metrics may be yesterday's. */
  readonly isCurrent: boolean;
};

/** Looks an app up in the requested language, and again without one if Apple rejects that language. */
export async function lookUp(transport: AppleTransport, storefront: Storefront, call: Call): Promise<LookedUp> {
  const { country, lang } = storefront;
  if (lang === undefined) return { ...(await requestLookup(transport, storefront, {}, call)), isInLanguage: true };

  const { lookup: spelt } = spellLanguage(country, lang);
  try {
    return { ...(await requestLookup(transport, storefront, { lang: spelt }, call)), isInLanguage: true };
  } catch (error) {
    if (!(error instanceof StoreError) || error.status !== 400) throw error;
    call.report("language.rejected", { country, lang: spelt });
    const looked = await requestLookup(transport, storefront, {}, call);
    return { ...looked, isInLanguage: isFirstLanguage(country, lang) };
  }
}

async function requestLookup(
  transport: AppleTransport,
  { appId, country }: Storefront,
  language: { readonly lang?: string },
  call: Call,
): Promise<Pick<LookedUp, "app" | "isCurrent">> {
  let isRecent = true;
  const found = await transport.call(
    call,
    async (requestOptions) => {
      const { default: readApp } = await import("app-store-scraper/lib/app.js");
      return readApp({ id: appId, country, requestOptions, ...language });
    },
    {
      receive: (response) => {
        isRecent = isCurrent(response);
        return throwUnlessApp(response, `App ${appId}`);
      },
    },
  );

  const record = checkRecord(lookupRecordSchema(), found);
  if (String(record.id) !== appId) throw unusable(new Error(`lookup returned app ${record.id}`));
  return { app: record, isCurrent: isRecent };
}

/** Checked here because the library reports a missing app only by an error message. */
function throwUnlessApp(response: StoreResponse, subject: string): StoreResponse {
  const results = lookupResults(response);
  if (results === undefined) return response;
  const [first] = results;
  // For a publisher's id, lookup returns the publisher first and then its apps.
  if (first === undefined || (first.wrapperType ?? "software") !== "software") throw new NotInStoreError(subject);
  return response;
}

export function lookupResults({ body }: StoreResponse) {
  return responseSchema().safeParse(parseJson(body)).data?.results;
}

const responseSchema = lazy(() =>
  z.object({
    results: z.array(z.object({ wrapperType: z.string().optional() })),
  }),
);
