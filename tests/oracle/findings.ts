import type { OracleApp } from "./shown-days.ts";

/** A value of the service that differs from what the store showed. */
export type Finding = {
  readonly kind: string;
  readonly day: number;
  readonly app: string;
  /** The storefront, language or field. */
  readonly place: string;
  readonly stored: unknown;
  readonly expected: unknown;
};

/** The compared values, and the days of the service's times. */
export type Findings = {
  readonly list: Finding[];
  compared: number;
};

export function createFindings(): Findings {
  return { list: [], compared: 0 };
}

type Compared = {
  readonly kind: string;
  readonly day: number;
  readonly app: OracleApp | string;
  readonly place: string;
  readonly stored: unknown;
  readonly expected: unknown;
};

/** Records a difference between a stored and an expected value. Returns whether they are equal. */
export function compare(findings: Findings, { app, ...compared }: Compared): boolean {
  findings.compared += 1;
  if (JSON.stringify(compared.stored) === JSON.stringify(compared.expected)) return true;
  findings.list.push({ ...compared, app: typeof app === "string" ? app : `${app.platform} ${app.externalId}` });
  return false;
}

const SHOWN_MAX = 6;

/** Returns the findings by kind, the first of each in full. */
export function describeFindings({ list, compared }: Findings): string {
  const kinds = Map.groupBy(list, ({ kind }) => kind);
  const lines = [...kinds].flatMap(([kind, found]) => [
    `${kind}: ${found.length}`,
    ...found.slice(0, SHOWN_MAX).map((one) => {
      const [stored, expected] = [one.stored, one.expected].map((value) => JSON.stringify(value)?.slice(0, 160));
      return `  day ${one.day}, ${one.app}, ${one.place}: ${stored}, expected ${expected}`;
    }),
  ]);
  return [`${compared} values compared, ${list.length} differ`, ...lines].join("\n");
}
