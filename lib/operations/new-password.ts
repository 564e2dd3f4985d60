const PASSWORD_BYTES = 18;

/** Returns a random password, which its user should change at once. */
export function newPassword(randomBytes: (size: number) => Buffer): string {
  return randomBytes(PASSWORD_BYTES).toString("base64url");
}
