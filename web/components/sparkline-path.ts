export const SPARKLINE_WIDTH = 100;
export const SPARKLINE_HEIGHT = 24;
/** Half of a line's width stays inside of the picture. */
const MARGIN = 2;

/** Returns the path of a line that has a gap at each null. A value alone is a dot, which round ends of a line draw. */
export function sparklinePath(values: readonly (number | null)[], isLowBest = false): string {
  const known = values.filter((value) => value !== null);
  const [least, greatest] = [Math.min(...known), Math.max(...known)];
  const x = (index: number) => MARGIN + (index * (SPARKLINE_WIDTH - 2 * MARGIN)) / Math.max(1, values.length - 1);
  const y = (value: number) => {
    const share = greatest === least ? 0.5 : (value - least) / (greatest - least);
    return MARGIN + (isLowBest ? share : 1 - share) * (SPARKLINE_HEIGHT - 2 * MARGIN);
  };
  return values
    .map((value, index) => {
      if (value === null) return "";
      const place = `${round(x(index))} ${round(y(value))}`;
      return (values[index - 1] ?? null) === null ? `M${place}h0` : `L${place}`;
    })
    .join("");
}

function round(place: number): number {
  return Math.round(place * 10) / 10;
}
