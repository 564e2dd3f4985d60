import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";

const ITERATIONS = 4_096;
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/**
 * Returns the form in which PostgreSQL stores a password, since `ALTER ROLE` would log the password itself. Generated
 * secrets are ASCII and need no normalisation.
 */
export function scramVerifier(password: string, salt: Uint8Array = randomBytes(SALT_BYTES)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, "sha256");
  const keyOf = (name: string) => createHmac("sha256", salted).update(name).digest();
  const stored = createHash("sha256").update(keyOf("Client Key")).digest("base64");
  const parts = [
    `${ITERATIONS}:${Buffer.from(salt).toString("base64")}`,
    `${stored}:${keyOf("Server Key").toString("base64")}`,
  ];
  return `SCRAM-SHA-256$${parts.join("$")}`;
}
