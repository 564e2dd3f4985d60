import type { Db } from "../../db/client.ts";
import type { AuthenticatedUser } from "../../db/queries/accounts/access-tokens.ts";
import { insertApiToken } from "../../db/queries/accounts/api-tokens.ts";
import { formatToken, hashSecret, newTokenSecret } from "../auth/access-token.ts";
import { type Ability, API_TOKENS_MAX } from "../domain/api-token.ts";
import { AppError, invalidInput } from "../errors.ts";
import { presentApiToken } from "./api-token-response.ts";

type CreateApiTokenDependencies = { readonly db: Db; readonly randomBytes: (size: number) => Buffer };

type CreateApiTokenInput = {
  readonly user: AuthenticatedUser;
  readonly name: string;
  readonly abilities: readonly Ability[];
  /** RFC 3339; null if the token does not expire. */
  readonly expiresAt: string | null;
};

export async function createApiToken(deps: CreateApiTokenDependencies, input: CreateApiTokenInput) {
  const { user, name, abilities, expiresAt } = input;
  const missing = abilities.find((ability) => !user.abilities.includes(ability));
  if (missing !== undefined) throw new AppError("forbidden", `The token does not have the ability "${missing}".`);

  const secret = newTokenSecret(deps.randomBytes);
  const created = await insertApiToken(deps.db, {
    userId: user.id,
    creatorId: user.token_id,
    name,
    abilities,
    secretHash: hashSecret(secret),
    expiresAt: expiresAt === null ? null : Date.parse(expiresAt) / 1000,
  });
  if (created === "revoked") throw new AppError("unauthenticated", "The access token has been revoked.");
  if (created === "full") throw invalidInput({ name: [`There must not be more than ${API_TOKENS_MAX} API tokens.`] });
  if (created === "expired") throw invalidInput({ expires_at: ["The expires at field must be in the future."] });
  const token = presentApiToken(created, user.token_id);
  return { token, plain_text_token: formatToken({ id: created.id, secret }) };
}
