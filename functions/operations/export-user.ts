import { exportUser, exportUserEvent } from "../../lib/operations/export-user.ts";
import { operation } from "../../lib/operations/operation.ts";
import { operationDependencies } from "../../lib/wiring/deployed-operations.ts";

export const handler = operation(exportUserEvent, operationDependencies, exportUser);
