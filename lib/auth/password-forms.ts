/** bcrypt reads no further; a longer password would be cut without a word. */
export const PASSWORD_BYTES_MAX = 72;

/** No form of a password that fits is longer, and the time to normalise a text grows with the square of its length. */
const SENT_BYTES_MAX = 4 * PASSWORD_BYTES_MAX;

/** Returns the form that is hashed: systems send `é` as one or as two code points, whoever types it. */
export function normalPassword(sent: string): string {
  return Buffer.byteLength(sent) > SENT_BYTES_MAX ? sent : sent.normalize("NFC");
}

export function fitsBcrypt(password: string): boolean {
  return Buffer.byteLength(password) <= PASSWORD_BYTES_MAX;
}

/**
 * Returns what a hash may have been made of: the normal form, and what was sent where it differs, which older hashes
 * are made of. None where neither fits.
 */
export function passwordForms(sent: string): readonly string[] {
  return [...new Set([normalPassword(sent), sent])].filter(fitsBcrypt);
}
