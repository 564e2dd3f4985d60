import library from "app-store-scraper";

import { checkRecord, unusable } from "../../http/check-record.ts";
import type { StoreResponse } from "../../http/exchange.ts";
import type { Call } from "../../http/route.ts";
import { NotInStoreError, StoreError } from "../../http/store-errors.ts";
import { isFirstLanguage, spellLanguage } from "./languages.ts";
import { type LookupRecord, lookupRecordSchema, lookupResults } from "./lookup-record.ts";
import type { AppleTransport } from "./transport.ts";

export type Storefront = { readonly appId: string; readonly country: string; readonly lang: string | undefined };

export type LookedUp = {
  readonly app: LookupRecord;
  /** false when the texts are in the storefront's first language, and another one was asked for. */
  readonly isInLanguage: boolean;
};

/** Looks an app up in the language asked for, and once more without a language when Apple rejects that one. */
export async function lookUp(transport: AppleTransport, storefront: Storefront, call: Call): Promise<LookedUp> {
  const { country, lang } = storefront;
  if (lang === undefined) return { app: await askLookup(transport, storefront, {}, call), isInLanguage: true };

  const { lookup: spelt } = spellLanguage(country, lang);
  try {
    return { app: await askLookup(transport, storefront, { lang: spelt }, call), isInLanguage: true };
  } catch (error) {
    if (!(error instanceof StoreError) || error.status !== 400) throw error;
    call.report("language.rejected", { country, lang: spelt });
    const app = await askLookup(transport, storefront, {}, call);
    return { app, isInLanguage: isFirstLanguage(country, lang) };
  }
}

async function askLookup(
  transport: AppleTransport,
  { appId, country }: Storefront,
  language: { readonly lang?: string },
  call: Call,
): Promise<LookupRecord> {
  const found = await transport.ask(
    call,
    (requestOptions) => library.app({ id: appId, country, requestOptions, ...language }),
    { receive: (response) => rejectAbsent(response, `App ${appId}`) },
  );

  const record = checkRecord(lookupRecordSchema, found);
  if (String(record.id) !== appId) throw unusable(new Error(`lookup returned with app ${record.id}`));
  return record;
}

/** Read here because the library tells "no such app" from all else by a text alone. */
function rejectAbsent(response: StoreResponse, subject: string): StoreResponse {
  const results = lookupResults(response);
  if (results === undefined) return response;
  const [first] = results;
  // A publisher's id brings the publisher first, and then apps that nobody asked for.
  if (first === undefined || (first.wrapperType ?? "software") !== "software") throw new NotInStoreError(subject);
  return response;
}
