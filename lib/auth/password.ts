import type bcryptjs from "bcryptjs";

export const BCRYPT_COST = 12;

export type Bcrypt = {
  readonly hash: (password: string, cost: number) => Promise<string>;
  readonly compare: (password: string, hash: string) => Promise<boolean>;
};

export type Passwords = {
  readonly cost: number;
  hash(password: string): Promise<string>;
  /** Always makes one comparison, so that an unknown user (`undefined`) takes as long as a wrong password. */
  matches(password: string, hash: string | undefined): Promise<boolean>;
};

/** Salt and digest of an unknown password, to spend the time of a comparison. */
const UNKNOWN_PASSWORD = "R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW";

export function createPasswords(cost: number, load: () => Promise<Bcrypt> = loadBcrypt): Passwords {
  const loading = load();
  const decoy = `$2b$${String(cost).padStart(2, "0")}$${UNKNOWN_PASSWORD}`;
  return {
    cost,
    async hash(password) {
      return (await loading).hash(password, cost);
    },
    async matches(password, hash) {
      const isMatch = await (await loading).compare(password, hash ?? decoy);
      return isMatch && hash !== undefined;
    },
  };
}

async function loadBcrypt(): Promise<typeof bcryptjs> {
  return (await import("bcryptjs")).default;
}
