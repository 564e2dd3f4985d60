import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

import { checkSafeguards } from "../../lib/operations/check-safeguards.ts";
import { safeguardDependencies } from "../../lib/wiring/deployed-safeguards.ts";

type Account = {
  /** Empty where there is none; undefined where AWS rejects the call. */
  readonly cluster: string | undefined;
  readonly keyState: string;
  readonly confirmed: number;
  readonly pending: number;
};
const safe: Account = {
  cluster: "<Status>available</Status><DeletionProtection>true</DeletionProtection>",
  keyState: "Enabled",
  confirmed: 2,
  pending: 0,
};
let account = safe;

const inXml = (action: string, result: string) =>
  `<${action}Response><${action}Result>${result}</${action}Result></${action}Response>`;

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return body;
}

/** Responds as RDS, KMS and SNS do. */
const aws = createServer(async (request, response) => {
  const body = await bodyOf(request);
  const reject = (message: string) => {
    response.statusCode = 403;
    return response.end(
      `<ErrorResponse><Error><Code>AccessDenied</Code><Message>${message}</Message></Error></ErrorResponse>`,
    );
  };
  if (request.headers["x-amz-target"] === "TrentService.DescribeKey") {
    response.setHeader("content-type", "application/x-amz-json-1.1");
    return response.end(JSON.stringify({ KeyMetadata: { KeyId: "1", KeyState: account.keyState } }));
  }
  if (body.includes("Action=DescribeDBClusters")) {
    if (account.cluster === undefined) return reject("not allowed");
    if (account.cluster !== "")
      return response.end(
        inXml("DescribeDBClusters", `<DBClusters><DBCluster>${account.cluster}</DBCluster></DBClusters>`),
      );
    response.statusCode = 404;
    return response.end("<ErrorResponse><Error><Code>DBClusterNotFoundFault</Code></Error></ErrorResponse>");
  }
  if (!body.includes("Action=GetTopicAttributes")) return reject(body);
  const entry = (key: string, value = 0) => `<entry><key>${key}</key><value>${value}</value></entry>`;
  const counts = entry("SubscriptionsConfirmed", account.confirmed) + entry("SubscriptionsPending", account.pending);
  return response.end(inXml("GetTopicAttributes", `<Attributes>${counts}</Attributes>`));
});

const logged: { level: string; event: string; fields: object }[] = [];
const deps = () => {
  const note = (level: string) => (event: string, fields: object) => void logged.push({ level, event, fields });
  return {
    ...safeguardDependencies(),
    log: { debug: note("debug"), info: note("info"), warn: note("warn"), error: note("error") },
  };
};

beforeAll(async () => {
  await once(aws.listen(0, "127.0.0.1"), "listening");
  const address = aws.address();
  const endpoint = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  const variables = {
    STAGE: "prod",
    CLUSTER_IDENTIFIER: "shelfwatch-prod",
    KEY_ARN: "arn:aws:kms:us-east-1:000000000000:key/1",
    TOPIC_ARNS: "arn:aws:sns:us-east-1:000000000000:shelfwatch-prod-critical",
    RECIPIENTS: "2",
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
    AWS_ENDPOINT_URL_RDS: endpoint,
    AWS_ENDPOINT_URL_KMS: endpoint,
    AWS_ENDPOINT_URL_SNS: endpoint,
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  safeguardDependencies();
});
beforeEach(() => {
  account = safe;
  logged.length = 0;
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => {
  vi.unstubAllEnvs();
  aws.close();
});

describe("the check of safeguards", () => {
  it("passes where the database is protected, its key enabled and every address confirmed", async () => {
    await checkSafeguards(deps());

    expect(logged).toEqual([{ level: "info", event: "safeguards.checked", fields: {} }]);
  });

  it.each([
    {
      given: { cluster: "<Status>available</Status><DeletionProtection>false</DeletionProtection>" },
      says: "not protected",
    },
    {
      given: { cluster: "<Status>deleting</Status><DeletionProtection>true</DeletionProtection>" },
      says: "not protected",
    },
    { given: { cluster: "" }, says: "not protected from deletion" },
    { given: { keyState: "PendingDeletion" }, says: "The key of the database is PendingDeletion" },
    { given: { keyState: "Disabled" }, says: "The key of the database is Disabled" },
    { given: { pending: 1, confirmed: 1 }, says: "shelfwatch-prod-critical: 1 addresses have not been confirmed" },
    { given: { confirmed: 1 }, says: "shelfwatch-prod-critical: 1 of 2 addresses get its messages" },
    { given: { cluster: undefined }, says: "A safeguard could not be read (" },
  ])("fails where $given", async ({ given, says }) => {
    account = { ...safe, ...given };

    await expect(checkSafeguards(deps())).rejects.toThrow(says);
    expect(logged).toEqual([
      { level: "error", event: "safeguards.missing", fields: { faults: [expect.stringContaining(says)] } },
    ]);
  });

  it("names all that is missing", async () => {
    account = { ...safe, keyState: "Disabled", confirmed: 0 };

    await expect(checkSafeguards(deps())).rejects.toThrow(/Disabled.* 0 of 2 addresses/);
  });

  it("fails where nobody is notified, also when the stage names nobody", async () => {
    account = { ...safe, confirmed: 0 };

    await expect(checkSafeguards({ ...deps(), recipients: 0 })).rejects.toThrow("0 of 1 addresses");
  });
});
