import { operation } from "../../lib/operations/operation.ts";
import { rotatePassword, rotatePasswordEvent } from "../../lib/operations/rotate-password.ts";
import { rotatePasswordDependencies } from "../../lib/wiring/deployed-rotation.ts";

/** Invoked by Secrets Manager: `aws secretsmanager rotate-secret`. */
export const handler = operation(rotatePasswordEvent, rotatePasswordDependencies, rotatePassword);
