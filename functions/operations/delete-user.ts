import { deleteUser, deleteUserEvent } from "../../lib/operations/delete-user.ts";
import { operation } from "../../lib/operations/operation.ts";
import { deleteUserDependencies } from "../../lib/wiring/deployed-operations.ts";

export const handler = operation(deleteUserEvent, deleteUserDependencies, deleteUser);
