/** The work factor of stored passwords: 2^12 rounds. */
export const BCRYPT_COST = 12;

export type Passwords = {
  readonly cost: number;
  hash(password: string): Promise<string>;
  /** `undefined`, no hash to compare with, takes as long as a wrong password. */
  matches(password: string, hash: string | undefined): Promise<boolean>;
};

/** Salt and digest of a password that nobody knows; only the work that comparing with it takes matters. */
const UNKNOWN_PASSWORD = "R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW";

export function createPasswords(cost: number): Passwords {
  // In a chunk of its own, which loads while the request is admitted.
  const loading = import("bcryptjs");
  const decoy = `$2b$${String(cost).padStart(2, "0")}$${UNKNOWN_PASSWORD}`;
  return {
    cost,
    async hash(password) {
      const { default: bcrypt } = await loading;
      return bcrypt.hash(password, cost);
    },
    async matches(password, hash) {
      const { default: bcrypt } = await loading;
      const isMatch = await bcrypt.compare(password, hash ?? decoy);
      return isMatch && hash !== undefined;
    },
  };
}
