import library from "app-store-scraper";
import * as z from "zod";

import { IOS_DEVELOPER_APPS_MAX } from "../../contracts/lists.ts";
import { orEmpty } from "../../http/ask-library.ts";
import { checkRecord } from "../../http/check-record.ts";
import type { StoreResponse } from "../../http/exchange.ts";
import type { Call } from "../../http/route.ts";
import { EmptyListError, NotInStoreError } from "../../http/store-errors.ts";
import { type LookupRecord, lookupRecordSchema, lookupResults } from "./lookup-record.ts";
import type { AppleTransport } from "./transport.ts";

export type DeveloperRequest = { readonly developerId: string; readonly country: string };

/** The apps of a developer in a storefront. Left to the library, Apple would give the first fifty alone. */
export function listDeveloperApps(
  transport: AppleTransport,
  { developerId, country }: DeveloperRequest,
  call: Call,
): Promise<readonly LookupRecord[]> {
  const found = transport.ask(
    call,
    (requestOptions) =>
      library.developer({
        devId: developerId,
        country,
        requestOptions: { ...requestOptions, qs: { limit: IOS_DEVELOPER_APPS_MAX } },
      }),
    { receive: (response) => rejectOthers(response, `Developer ${developerId}`) },
  );
  return orEmpty(found.then((records) => checkRecord(z.array(lookupRecordSchema), records)));
}

/** The library tells neither a developer without apps from nobody, nor the id of an app from that of a developer. */
function rejectOthers(response: StoreResponse, subject: string): StoreResponse {
  const results = lookupResults(response);
  if (results === undefined) return response;
  const [artist, ...apps] = results;
  if (artist?.wrapperType !== "artist") throw new NotInStoreError(subject);
  if (apps.length === 0) throw new EmptyListError();
  return response;
}
