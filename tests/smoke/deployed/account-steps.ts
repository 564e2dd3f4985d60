import { randomBytes } from "node:crypto";
import * as z from "zod";

import { API, callAsUser, expectResponse, type SmokeContext, type Step } from "./step.ts";

const session = z.object({ data: z.object({ token: z.string() }) });

/** First of all that a user does. */
export const enter: Step = {
  name: "register or log in",
  isVital: true,
  run: async ({ client, options, found }) => {
    const { path, body, status, fix, done } = options.account ? logIn(options.account) : registration();
    const response = await client({ method: "POST", path: API + path, body });
    found.token = expectResponse(response, { status, body: session, fix }).data.token;
    return done;
  },
};

function logIn(account: NonNullable<SmokeContext["options"]["account"]>) {
  return {
    path: "/auth/login",
    body: account,
    status: 200,
    fix: "Check --email and --password; without them the smoke test registers an account of its own.",
    done: `logged in as ${account.email}`,
  };
}

function registration() {
  const email = `smoke-${randomBytes(6).toString("hex")}@example.com`;
  const password = randomBytes(24).toString("base64url");
  return {
    path: "/auth/register",
    body: { name: "Smoke test", email, password, password_confirmation: password },
    status: 201,
    fix: "403: registration is closed; create an account by `create-user` and give --email and --password. Otherwise see docs/runbook.md, API errors: the function that hashes passwords needs the memory of `computeMemoryMb`.",
    done: `registered ${email}, which stays`,
  };
}

/** Last of all; the token is worth nothing from then on. */
export const leave: readonly Step[] = [
  {
    name: "log out",
    run: async (context) => {
      expectResponse(await callAsUser(context, { method: "POST", path: "/auth/logout" }), {
        status: 204,
        body: z.any(),
      });
      return "204";
    },
  },
  {
    name: "the token is revoked",
    run: async (context) => {
      expectResponse(await callAsUser(context, { path: "/countries" }), { status: 401, body: z.any() });
      return "401";
    },
  },
];
