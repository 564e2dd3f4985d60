import { formatCompact, formatCount } from "../format/numbers.ts";

type CountProps = { readonly value: number | null; readonly isCompact?: boolean | undefined };

export function Count({ value, isCompact = false }: CountProps) {
  if (value === null) return "–";
  return isCompact ? <span title={formatCount(value)}>{formatCompact(value)}</span> : formatCount(value);
}
