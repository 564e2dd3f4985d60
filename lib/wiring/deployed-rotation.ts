import { randomBytes } from "node:crypto";

import { changeOwnPassword, ensureAppRole, logInAs } from "../../db/app-role.ts";
import { otherRole, type RotatedSecret, type RotatePasswordDependencies } from "../operations/rotate-password.ts";
import { lazy } from "../runtime/lazy.ts";
import { migrationEnvironment, parseEnvironment } from "./environment.ts";
import { ownerConnection } from "./owner-connection.ts";
import { secretVersions } from "./secret-versions.ts";

const PASSWORD_BYTES = 24;

export const rotatePasswordDependencies = /* @__PURE__ */ lazy((): RotatePasswordDependencies => {
  const environment = parseEnvironment(migrationEnvironment());
  const { APP_SECRET_ARN, DATABASE_SECRET_ARN } = environment;
  const secrets: Readonly<Record<string, RotatedSecret>> = {
    [APP_SECRET_ARN]: {
      versions: secretVersions(APP_SECRET_ARN),
      nextRole: otherRole,
      setPassword: async (credentials) => ensureAppRole(await ownerConnection(environment), credentials),
    },
    // Only deployments and operations log in as the owner. An owner with alternating names would own only half of the
    // tables.
    [DATABASE_SECRET_ARN]: {
      versions: secretVersions(DATABASE_SECRET_ARN),
      nextRole: (username) => username,
      setPassword: async (credentials) => changeOwnPassword(await ownerConnection(environment), credentials),
    },
  };
  return {
    findSecret: (secretId) => {
      const found = secrets[secretId];
      if (found === undefined) throw new TypeError(`${secretId} is not a secret of this stage.`);
      return found;
    },
    logIn: async (credentials) => logInAs(await ownerConnection(environment), credentials),
    newPassword: () => randomBytes(PASSWORD_BYTES).toString("base64url"),
  };
});
