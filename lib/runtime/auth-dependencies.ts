import { randomBytes } from "node:crypto";

import { BCRYPT_COST, createPasswords } from "../auth/password.ts";
import type { AuthDependencies } from "../auth/register-user.ts";
import { type EndpointDependencies, endpointDependencies } from "./endpoint-dependencies.ts";
import { once } from "./once.ts";

/** What register and login need besides. */
export const authDependencies = once((): EndpointDependencies & AuthDependencies => ({
  ...endpointDependencies(),
  passwords: createPasswords(BCRYPT_COST),
  randomBytes,
}));
