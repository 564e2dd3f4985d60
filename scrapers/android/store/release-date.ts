const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "Aug 15, 2011", as Google Play writes it in English. */
export function releaseDate(text: string | null | undefined): string | null {
  const [, name = "", day = "", year = ""] = /^([A-Z][a-z]{2}) (\d{1,2}), (\d{4})$/.exec(text ?? "") ?? [];
  const month = months.indexOf(name) + 1;
  const date = new Date(Date.UTC(Number(year), month - 1, Number(day)));
  return month > 0 && date.getUTCDate() === Number(day) ? date.toISOString().slice(0, 10) : null;
}
