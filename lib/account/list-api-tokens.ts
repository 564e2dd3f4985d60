import type { Db } from "../../db/client.ts";
import { listTokens } from "../../db/queries/accounts/api-tokens.ts";
import { type Page, pageOf, rowsOf } from "../domain/page.ts";
import { presentApiToken } from "./api-token-response.ts";

type ListApiTokensInput = { readonly userId: number; readonly tokenId: number; readonly page: Page };

export async function listApiTokens(deps: { readonly db: Db }, { userId, tokenId, page }: ListApiTokensInput) {
  const { limit, offset } = rowsOf(page);
  const afterId = page.afterId ?? null;
  const { rows, total } = await listTokens(deps.db, { userId, tokenId, limit: limit + 1, offset, afterId });
  const shown = rows.slice(0, limit);
  const lastId = rows.length > limit ? (shown.at(-1)?.id ?? null) : null;
  return { ...pageOf(page, { items: shown.map((row) => presentApiToken(row, tokenId)), total }), lastId };
}
