import { exportUser, exportUserEvent } from "../../lib/operations/export-user.ts";
import { operation } from "../../lib/operations/operation.ts";
import { operationDependencies } from "../../lib/runtime/operations.ts";

/** `{"email": "ada@example.com", "page": 1}` */
export const handler = operation(exportUserEvent, operationDependencies, exportUser);
