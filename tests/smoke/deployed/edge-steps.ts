import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";

import { type Received, SmokeFailure } from "./client.ts";
import { API, assertSeen, callAsUser, expectResponse, RUNBOOK, type SmokeContext, type Step } from "./step.ts";

/** A database that sleeps takes 15 seconds to wake. */
const WAKE_MS_MAX = 90_000;
const WAKE_INTERVAL_MS = 3_000;

const problem = z.object({ type: z.string(), title: z.string(), status: z.number(), detail: z.string() });
const FOREIGN_ORIGIN = "https://smoke-test.example";

/** That the API is there and rejects as it should, before anybody is logged in. */
export const edgeSteps: readonly Step[] = [
  { name: "API is reached", run: reach, isVital: true },
  { name: "database returns", run: wake, isVital: true },
  { name: "unknown address is 404", run: rejectAddress },
  { name: "other method is 405", run: rejectMethod },
  { name: "other origins are not served", run: rejectOrigins },
  { name: "documentation", run: findDocumentation },
  { name: "endpoint for assistants", run: findAssistants },
];

async function reach({ client }: SmokeContext): Promise<string> {
  const response = await client({ path: `${API}/countries` });
  assertSeen(
    response.headers.get("content-type") === "application/problem+json",
    `${response.summary}, which is not how this service rejects.`,
    "Give --url as the deployment printed it (ApiUrl), without a path.",
  );
  expectProblem(response, 401);
  assertSeen(response.headers.get("www-authenticate") === "Bearer", "The 401 has no WWW-Authenticate: Bearer.");
  return "401 without a token";
}

/** A token that nobody was given: it has to be looked for. */
async function wake({ client }: SmokeContext): Promise<string> {
  const token = `1|${randomBytes(32).toString("base64url")}`;
  const startedAt = Date.now();
  for (;;) {
    const response = await client({ path: `${API}/countries`, token });
    if (response.status !== 503 || Date.now() - startedAt > WAKE_MS_MAX) {
      expectProblem(
        response,
        401,
        "See docs/runbook.md, Database connections; was the migration's trigger successful?",
      );
      return `401 to a token that nobody has, after ${Math.round((Date.now() - startedAt) / 1_000)} s`;
    }
    await sleep(WAKE_INTERVAL_MS);
  }
}

async function rejectAddress({ client }: SmokeContext): Promise<string> {
  expectProblem(await client({ path: `${API}/no-such-address` }), 404);
  return "problem+json";
}

async function rejectMethod({ client }: SmokeContext): Promise<string> {
  const response = await client({ method: "DELETE", path: `${API}/countries` });
  expectProblem(response, 405);
  return `Allow: ${response.headers.get("allow")}`;
}

async function rejectOrigins({ client }: SmokeContext): Promise<string> {
  const headers = { origin: FOREIGN_ORIGIN, "access-control-request-method": "GET" };
  for (const method of ["OPTIONS", "GET"]) {
    const response = await client({ method, path: `${API}/countries`, headers });
    const allowed = response.headers.get("access-control-allow-origin");
    assertSeen(
      allowed === null,
      `${method} with Origin ${FOREIGN_ORIGIN} is allowed for ${allowed}.`,
      "`api.corsOrigins` of the stage in infra/aws/stages.ts lets every origin in: name those that may call.",
    );
  }
  return "no Access-Control-Allow-Origin";
}

async function findDocumentation({ client, options }: SmokeContext): Promise<string> {
  const response = await client({ path: "/api/documentation" });
  const isThere = response.status === 200 && (response.headers.get("content-type") ?? "").startsWith("text/html");
  if (!isThere && response.status !== 404)
    throw new SmokeFailure(`${response.summary}; expected 200 or 404.`, RUNBOOK.api);
  const state = isThere ? "on" : "off";
  const { documentation: wanted = state } = options;
  assertSeen(
    wanted === state,
    `The documentation is ${state}.`,
    "It is `api.documentation` of the stage, in infra/aws/stages.ts.",
  );
  return state;
}

/** Assistants send POST, so another method shows whether the endpoint is there without calling it. */
async function findAssistants({ client }: SmokeContext): Promise<string> {
  const response = await client({ path: "/mcp" });
  if (response.status === 404) return "off";
  expectProblem(response, 405, "It is `api.mcp` of the stage, in infra/aws/stages.ts.");
  const allowed = response.headers.get("allow");
  assertSeen(allowed === "POST", `/mcp allows ${allowed}; expected POST.`);
  return "on";
}

/** Steps after login: what is rejected, and how responses report the limits. */
export const userEdgeSteps: readonly Step[] = [
  {
    name: "broken JSON is 400",
    run: async (context) => {
      expectProblem(await callAsUser(context, { method: "POST", path: "/apps", body: "{" }), 400);
      return "problem+json";
    },
  },
  {
    name: "a body that is not UTF-8 is 400",
    run: async (context) => {
      const body = Buffer.from('{"platform":"\xff"}', "latin1");
      expectProblem(await callAsUser(context, { method: "POST", path: "/apps", body }), 400);
      return "problem+json";
    },
  },
  {
    name: "missing fields are 422",
    run: async (context) => {
      const response = await callAsUser(context, { method: "POST", path: "/apps", body: {} });
      const { errors } = expectResponse(response, { status: 422, body: problem.extend({ errors: z.looseObject({}) }) });
      return Object.keys(errors).join(", ");
    },
  },
  {
    name: "responses state the limits",
    run: async (context) => {
      const [other, auth] = [
        await callAsUser(context, { path: "/countries" }),
        await callAsUser(context, { path: "/auth/me" }),
      ].map(({ headers }) => headers.get("x-ratelimit-limit"));
      assertSeen(auth === "5", `/auth/me may be requested ${auth} times a minute; expected 5.`);
      assertSeen(
        other === "60" || other === "500",
        `/countries may be requested ${other} times a minute; expected 60.`,
      );
      return `${auth} and ${other} a minute`;
    },
  },
];

function expectProblem(response: Received, status: number, fix?: string): void {
  const body = problem.extend({ status: z.literal(status) });
  expectResponse(response, { status, body, ...(fix === undefined ? {} : { fix }) });
}
