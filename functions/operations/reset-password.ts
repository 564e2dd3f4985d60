import { operation } from "../../lib/operations/operation.ts";
import { resetPassword, resetPasswordEvent } from "../../lib/operations/reset-password.ts";
import { resetPasswordDependencies } from "../../lib/wiring/deployed-operations.ts";

export const handler = operation(resetPasswordEvent, resetPasswordDependencies, resetPassword);
