export type Bucket = {
  /** Tokens that come back a second. */
  readonly rate: number;
  readonly capacity: number;
};

/** Returns the seconds until a bucket holds the wanted tokens; 0 when it holds them. */
export function secondsUntilTokens(wanted: number, { tokens, rate }: { tokens: number; rate: number }): number {
  return tokens >= wanted ? 0 : Math.max(1, Math.ceil((wanted - tokens) / rate));
}
