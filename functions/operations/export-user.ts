import { exportUser, exportUserEvent } from "../../lib/operations/export-user.ts";
import { operation } from "../../lib/operations/operation.ts";
import { operationsDependencies } from "../../lib/runtime/operations-dependencies.ts";

/** `{"email": "ada@example.com", "page": 1}` */
export const handler = operation(exportUserEvent, operationsDependencies, exportUser);
