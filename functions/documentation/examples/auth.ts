import { AppError, invalidInput } from "../../../lib/errors.ts";
import { exampleOf } from "../../../lib/http/openapi-example.ts";
import { logInContract } from "../../auth/log-in.contract.ts";
import { logOutContract } from "../../auth/log-out.contract.ts";
import { registerUserContract } from "../../auth/register-user.contract.ts";
import { showCurrentUserContract } from "../../auth/show-current-user.contract.ts";

const user = { id: 3, name: "Ada Lovelace", email: "ada@example.com" };
const password = "correct horse battery";
const session = { user, token: "41|5vS0mJ4xq1yTnU7cR2wZ8kLpE6hDfGbA9oQiXeWtYsM" };

export const authExamples = [
  exampleOf(registerUserContract, {
    body: { name: user.name, email: user.email, password, password_confirmation: password },
    success: { 201: { data: session } },
    refusals: [
      invalidInput({ email: ["The email has already been taken."] }),
      invalidInput({ password: ["The password field must be at least 8 characters."] }),
    ],
  }),
  exampleOf(logInContract, {
    body: { email: user.email, password },
    success: { 200: { data: session } },
    refusals: [
      new AppError("unauthenticated", "The email or the password is wrong."),
      invalidInput({ email: ["The email field must be a valid email address."] }),
    ],
  }),
  exampleOf(logOutContract, { success: { 204: null } }),
  exampleOf(showCurrentUserContract, { success: { 200: { data: user } } }),
];
