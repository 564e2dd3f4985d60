/** A measured value beside the most that it may be; null: it is printed alone. */
export type Figure = {
  readonly what: string;
  readonly value: number;
  readonly unit: "s" | "%" | "";
  readonly atMost: number | null;
};

/** Returns the value below which this share of the values is; NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const ordered = values.toSorted((a, b) => a - b);
  return ordered[Math.max(0, Math.ceil(share * ordered.length) - 1)] ?? Number.NaN;
}

/** Returns the p50, which is printed alone, and the p95 or the longest beside its bound. What never came is infinite. */
export function waits(
  what: string,
  seconds: readonly (number | undefined)[],
  bound: number | null,
  share: 0.95 | 1 = 0.95,
): readonly Figure[] {
  if (seconds.length === 0) return [];
  const values = seconds.map((value) => value ?? Number.POSITIVE_INFINITY);
  const name = share === 1 ? "longest" : "p95";
  const bounded: Figure = { what: `${what}, ${name}`, value: percentile(values, share), unit: "s", atMost: bound };
  if (values.length === 1) return [{ ...bounded, what }];
  return [{ what: `${what}, p50`, value: percentile(values, 0.5), unit: "s", atMost: null }, bounded];
}

export function isKept({ value, atMost }: Figure): boolean {
  return atMost === null || value <= atMost;
}

const WIDTH = { what: 62, value: 12 };

export function describeFigure(figure: Figure): string {
  const { what, value, unit, atMost } = figure;
  const bound = atMost === null ? "" : `at most ${format(atMost, unit)}${isKept(figure) ? "" : "  MISSED"}`;
  return `  ${what.padEnd(WIDTH.what)} ${format(value, unit).padStart(WIDTH.value)}   ${bound}`.trimEnd();
}

function format(value: number, unit: Figure["unit"]): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "none" : "never";
  if (unit === "s" && value >= 120) return `${(value / 60).toFixed(1)} min`;
  const digits = Number.isInteger(value) ? 0 : 1;
  return `${value.toFixed(digits)}${unit === "" ? "" : ` ${unit}`}`;
}
