export function isoInstant(value: string | number | null | undefined): string | null {
  if (value === null || value === undefined || value === "") return null;
  const date = new Date(value);
  const year = date.getUTCFullYear();
  return year >= 1970 && year <= 9_999 ? date.toISOString() : null;
}

export function isoDate(value: string | number | null | undefined): string | null {
  return isoInstant(value)?.slice(0, 10) ?? null;
}
