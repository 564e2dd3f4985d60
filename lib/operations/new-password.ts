/** 144 bits, as 24 characters. */
const PASSWORD_BYTES = 18;

/** Returns a password that nobody has chosen, for its user to change at once. */
export function newPassword(randomBytes: (size: number) => Buffer): string {
  return randomBytes(PASSWORD_BYTES).toString("base64url");
}
