import { createHash } from "node:crypto";

/** 132 bits, so that two bodies of one address never share a tag. */
const DIGEST_CHARACTERS = 22;

/** RFC 9110, 8.8.3. A comma inside the quotes belongs to the tag. */
const entityTag = /(?:W\/)?("[\x21\x23-\x7e\x80-\u{10ffff}]*")/gu;

/** Returns the tag of a body. It is weak, because each encoding of the body has other bytes. */
export function weakEtag(body: string): string {
  const digest = createHash("sha256").update(body).digest("base64url");
  return `W/"${digest.slice(0, DIGEST_CHARACTERS)}"`;
}

/** Returns whether If-None-Match contains the tag. RFC 9110, 13.1.2: a list or a star, compared without weak marks. */
export function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  const known = [...ifNoneMatch.matchAll(entityTag)].map(([, opaque]) => opaque);
  return known.includes(etag.replace(/^W\//, ""));
}
