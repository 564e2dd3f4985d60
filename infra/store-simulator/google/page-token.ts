/** A token for the next page of a publisher; opaque to clients. */
export type PageToken = { readonly accountId: string; readonly offset: number };

export function writeToken({ accountId, offset }: PageToken): string {
  return `${Buffer.from(`${accountId}:${offset}`).toString("base64url")}:S:ANO1ljI`;
}

/** Returns undefined for a text that is not a token. */
export function readToken(token: string): PageToken | undefined {
  const [, accountId, offset] =
    /^(\d+):(\d+)$/.exec(Buffer.from(token.split(":")[0] ?? "", "base64url").toString()) ?? [];
  return accountId === undefined ? undefined : { accountId, offset: Number(offset) };
}
