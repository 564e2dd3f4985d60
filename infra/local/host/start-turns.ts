/** Lets so many environments load at the same time; the others wait for their turn, first come, first served. */
export type StartTurns = {
  /** Resolves when it is the caller's turn, with what ends the turn. */
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
