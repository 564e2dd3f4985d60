import type { IncomingHttpHeaders } from "node:http";

import type { RoleAllows } from "./policies.ts";

export type ServiceCall = {
  readonly headers: IncomingHttpHeaders;
  /** `sqs:SendMessage` */
  readonly action: string;
  readonly resourceArn: string;
};

export type FindDenial = (call: ServiceCall) => string | undefined;

const ACCESS_KEY = /Credential=([^/,\s]+)\//;

/**
 * Functions are identified by their access keys. Calls with another key, or without one, come from the operator of the
 * host, who may do everything.
 */
export function checkCallers(input: {
  readonly ownerOf: (accessKeyId: string) => string | undefined;
  readonly roleAllows: RoleAllows;
}): FindDenial {
  return ({ headers, action, resourceArn }) => {
    const [, accessKeyId = ""] = ACCESS_KEY.exec(headers.authorization ?? "") ?? [];
    const caller = input.ownerOf(accessKeyId);
    if (caller === undefined || input.roleAllows(caller, action, resourceArn)) return undefined;
    return (
      `User: ${caller} is not authorized to perform: ${action} on resource: ${resourceArn} because no ` +
      `identity-based policy allows the ${action} action`
    );
  };
}
