import { hash } from "node:crypto";

const SECRET_BYTES = 32;

export const LOGIN_TOKEN = { name: "login", abilities: ["read", "write"] } as const;

const tokenText = /^([1-9][0-9]{0,9})\|([A-Za-z0-9_-]{43})$/;
const TOKEN_ID_MAX = 2_147_483_647;

/** A token as a client sends it: the id of its row, and the digest of its secret. */
export type PresentedToken = { readonly id: number; readonly secretHash: Buffer };

export function newTokenSecret(randomBytes: (size: number) => Buffer): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}

export function formatToken(token: { readonly id: number; readonly secret: string }): string {
  return `${token.id}|${token.secret}`;
}

/** Returns the digest that is stored. The secret is random, so an unsalted SHA-256 cannot be searched. */
export function hashSecret(secret: string): Buffer {
  return hash("sha256", secret, "buffer");
}

export function parseToken(text: string): PresentedToken | undefined {
  const [, id, secret] = tokenText.exec(text) ?? [];
  if (id === undefined || secret === undefined || Number(id) > TOKEN_ID_MAX) return undefined;
  return { id: Number(id), secretHash: hashSecret(secret) };
}
