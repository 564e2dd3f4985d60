import type { Db } from "../../db/client.ts";
import { listTokens } from "../../db/queries/api-tokens.ts";
import { type Page, pageOf, rowsOf } from "../domain/page.ts";
import { presentApiToken } from "./api-token-response.ts";

type ListApiTokensInput = { readonly userId: number; readonly tokenId: number; readonly page: Page };

/** Returns one page of the tokens by which a user can be called now, newest first: those of login, and one of each session. */
export async function listApiTokens(deps: { readonly db: Db }, { userId, tokenId, page }: ListApiTokensInput) {
  const { rows, total } = await listTokens(deps.db, { userId, tokenId, ...rowsOf(page) });
  return pageOf(page, { items: rows.map((row) => presentApiToken(row, tokenId)), total });
}
