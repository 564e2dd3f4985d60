const wholeNumbers = new Intl.NumberFormat("en");
const compactNumbers = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const decimals = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export function formatCount(value: number): string {
  return wholeNumbers.format(value);
}

/** Returns a number in three or four characters, such as 5.2M. */
export function formatCompact(value: number): string {
  return compactNumbers.format(value);
}

export function formatDecimal(value: number): string {
  return decimals.format(value);
}

export function formatPercent(value: number): string {
  return `${formatDecimal(value)}%`;
}

export function formatPrice(value: number, currency: string | null): string {
  if (value === 0) return "Free";
  if (currency === null) return decimals.format(value);
  if (!/^[A-Za-z]{3}$/.test(currency)) return `${decimals.format(value)} ${currency}`;
  return new Intl.NumberFormat("en", { style: "currency", currency }).format(value);
}

/** Returns a price in few characters where the place of its currency is known, such as "kr105.99". */
export function formatNarrowPrice(value: number, currency: string | null): string {
  if (value === 0 || currency === null || !/^[A-Za-z]{3}$/.test(currency)) return formatPrice(value, currency);
  return new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "narrowSymbol" }).format(value);
}

const MEGABYTE = 1_000_000;

/** Returns a size such as "187.7 MB". The stores count in millions of bytes. */
export function formatMegabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

/** Returns "1 app" or "2 apps". */
export function formatQuantity(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}
