import { deleteUser, deleteUserEvent } from "../../lib/operations/delete-user.ts";
import { operation } from "../../lib/operations/operation.ts";
import { operationDependencies } from "../../lib/runtime/operations.ts";

/** `{"email": "ada@example.com"}` */
export const handler = operation(deleteUserEvent, operationDependencies, deleteUser);
