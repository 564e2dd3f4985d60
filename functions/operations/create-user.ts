import { createUser, createUserEvent } from "../../lib/operations/create-user.ts";
import { operation } from "../../lib/operations/operation.ts";
import { createUserDependencies } from "../../lib/wiring/deployed-operations.ts";

export const handler = operation(createUserEvent(), createUserDependencies, createUser);
