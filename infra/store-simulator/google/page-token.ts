/** Where a publisher's page goes on. To clients it is any text. */
export type PageToken = { readonly accountId: string; readonly offset: number };

export function writeToken({ accountId, offset }: PageToken): string {
  return `${Buffer.from(`${accountId}:${offset}`).toString("base64url")}:S:ANO1ljI`;
}

/** undefined for a text that is no token. */
export function readToken(token: string): PageToken | undefined {
  const [, accountId, offset] =
    /^(\d+):(\d+)$/.exec(Buffer.from(token.split(":")[0] ?? "", "base64url").toString()) ?? [];
  return accountId === undefined ? undefined : { accountId, offset: Number(offset) };
}
