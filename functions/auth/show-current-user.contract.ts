import * as z from "zod";

import { userResponse } from "../../lib/auth/present-user.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { dataResponse } from "../../lib/http/response-schemas.ts";

export const showCurrentUserContract = defineContract({
  operation: "showCurrentUser",
  summary: "The user to whom the presented token belongs.",
  tag: "auth",
  method: "GET",
  path: "/auth/me",
  access: "read",
  rateLimit: "auth_user",
  params: z.object({}),
  query: z.object({}),
  body: null,
  success: { 200: dataResponse(userResponse) },
  failures: [],
});
