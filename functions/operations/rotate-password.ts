import { operation } from "../../lib/operations/operation.ts";
import { rotatePassword, rotatePasswordEvent } from "../../lib/operations/rotate-password.ts";
import { rotatePasswordDependencies } from "../../lib/wiring/deployed-rotation.ts";

/** Secrets Manager invokes it, as `aws secretsmanager rotate-secret` does. */
export const handler = operation(rotatePasswordEvent, rotatePasswordDependencies, rotatePassword);
