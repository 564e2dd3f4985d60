export function formatTable(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column < WORD_COLUMNS ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd(),
  );
}

const WORD_COLUMNS = 1;

export function formatNumber(value: number, digits: number): string {
  return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export function formatQuantity(value: number): string {
  if (value >= 100 || Number.isInteger(value)) return formatNumber(value, 0);
  return formatNumber(value, value >= 1 ? 1 : 3);
}

export function formatDays(days: number): string {
  return days === 1 ? "1 day" : `${days} days`;
}
