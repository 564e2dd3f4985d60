/** Seeded random values: each is a hash of its purpose, so none depends on the order of the others. */
export type Draws = {
  /** A number in [0, 1). */
  unit(key: string): number;
  /** An integer from min to max, both included. */
  int(key: string, min: number, max: number): number;
  chance(key: string, probability: number): boolean;
  pick<T>(key: string, values: readonly [T, ...T[]]): T;
};

const UINT32 = 2 ** 32;

export function drawsFrom(seed: number | string): Draws {
  const basis = mix(hashText(0x811c9dc5, String(seed)));

  function unit(key: string): number {
    return mix(hashText(basis, key)) / UINT32;
  }
  function int(key: string, min: number, max: number): number {
    return min + Math.floor(unit(key) * (max - min + 1));
  }
  return {
    unit,
    int,
    chance: (key, probability) => unit(key) < probability,
    pick: (key, values) => values[int(key, 0, values.length - 1)] ?? values[0],
  };
}

/** FNV-1a over UTF-16 units. */
function hashText(basis: number, text: string): number {
  let hash = basis;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/** The finalizer of MurmurHash3: spreads the low-entropy tail of FNV over all bits. */
function mix(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
