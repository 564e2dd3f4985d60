import * as z from "zod";

import { IOS_DEVELOPER_APPS_MAX } from "../../contracts/lists.ts";
import { orEmpty } from "../../http/call-library.ts";
import { checkRecord } from "../../http/check-record.ts";
import type { Call } from "../../http/route.ts";
import { EmptyListError, NotInStoreError } from "../../http/store-errors.ts";
import type { StoreResponse } from "../../http/store-http-client.ts";
import { type LookupRecord, lookupRecordSchema, lookupResults } from "./look-up.ts";
import type { AppleTransport } from "./transport.ts";

export type DeveloperRequest = { readonly developerId: string; readonly country: string };

export function listDeveloperApps(
  transport: AppleTransport,
  { developerId, country }: DeveloperRequest,
  call: Call,
): Promise<readonly LookupRecord[]> {
  const found = transport.call(
    call,
    async (requestOptions) => {
      const { default: listApps } = await import("app-store-scraper/lib/developer.js");
      return listApps({
        devId: developerId,
        country,
        requestOptions: { ...requestOptions, qs: { limit: IOS_DEVELOPER_APPS_MAX } },
      });
    },
    { receive: (response) => throwUnlessDeveloper(response, `Developer ${developerId}`) },
  );
  return orEmpty(found.then((records) => checkRecord(z.array(lookupRecordSchema()), records)));
}

/** The library does not distinguish an unknown developer from one without apps, nor an app id from a developer id. */
function throwUnlessDeveloper(response: StoreResponse, subject: string): StoreResponse {
  const results = lookupResults(response);
  if (results === undefined) return response;
  const [artist, ...apps] = results;
  if (artist?.wrapperType !== "artist") throw new NotInStoreError(subject);
  if (apps.length === 0) throw new EmptyListError();
  return response;
}
