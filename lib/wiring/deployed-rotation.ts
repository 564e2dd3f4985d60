import { randomBytes } from "node:crypto";

import { ensureAppRole, logInAs } from "../../db/app-role.ts";
import type { RotatePasswordDependencies } from "../operations/rotate-password.ts";
import { lazy } from "../runtime/lazy.ts";
import { migrationEnvironment, parseEnvironment } from "./environment.ts";
import { ownerConnection } from "./owner-connection.ts";
import { secretVersions } from "./secret-versions.ts";

const PASSWORD_BYTES = 24;

/** For the rotation of the password that the functions log in with. */
export const rotatePasswordDependencies = /* @__PURE__ */ lazy((): RotatePasswordDependencies => {
  const environment = parseEnvironment(migrationEnvironment());
  return {
    secret: secretVersions(environment.APP_SECRET_ARN),
    setPassword: async (credentials) => ensureAppRole(await ownerConnection(environment), credentials),
    logIn: async (credentials) => logInAs(await ownerConnection(environment), credentials),
    newPassword: () => randomBytes(PASSWORD_BYTES).toString("base64url"),
  };
});
