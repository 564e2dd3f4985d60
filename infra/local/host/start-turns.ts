/** Limits how many environments load at the same time; the others wait, first come, first served. */
export type StartTurns = {
  /** Resolves at the caller's turn, with a function that ends it. */
  readonly take: () => Promise<() => void>;
};

export function createStartTurns(turnsMax: number): StartTurns {
  const waiting: (() => void)[] = [];
  let taken = 0;

  function end(): void {
    const next = waiting.shift();
    if (next) next();
    else taken -= 1;
  }
  return {
    take: async () => {
      if (taken < turnsMax) taken += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      return end;
    },
  };
}
