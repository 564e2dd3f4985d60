import { appendFileSync } from "node:fs";

/** Beyond so many times its bound, a figure fails: machines stray by as much. */
export const FAR = 1.15;

/** The bounds of `npm run bench -- budget`. Each figure comes from the bench that its entry in `budget.ts` names. */
export const bounds = {
  "start of the App Store's scraper": { bound: 60, unit: "ms" },
  "start of Google Play's scraper": { bound: 60, unit: "ms" },
  "API functions that start in more than 15 ms": { bound: 3, unit: "" },
  "npm start, empty": { bound: 3.5, unit: "s" },
  "npm start, with data": { bound: 2.2, unit: "s" },
  "GET /apps over its bare statements": { bound: 1.2, unit: "x" },
  "most that a read grows from 10^4 to 10^6 rows": { bound: 1.25, unit: "x" },
  "slowest read at 10^6 rows, p50": { bound: 60, unit: "ms" },
  "WAL of a day of charts": { bound: 150, unit: "MB" },
  "WAL of an unchanged day of sweeps": { bound: 1.7, unit: "MB" },
  "first load of the dashboard": { bound: 150, unit: "KB" },
  "requests of the first load": { bound: 15, unit: "" },
  "largest paint of Today": { bound: 2_500, unit: "ms" },
  "largest paint of Overview": { bound: 2_500, unit: "ms" },
  "largest paint of Listing": { bound: 2_500, unit: "ms" },
  "npm test": { bound: 240, unit: "s" },
} as const;

export type FigureName = keyof typeof bounds;

export type Figure = { readonly name: FigureName; readonly value: number };

/** The file to which a bench writes its figures, a line of JSON each. Without it they are only printed. */
export const FIGURES_FILE = "BENCH_FIGURES";

export function recordFigure(name: FigureName, value: number): void {
  const file = process.env[FIGURES_FILE];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ name, value } satisfies Figure)}\n`);
}

export function isFar(name: FigureName, value: number): boolean {
  return !(value <= bounds[name].bound * FAR);
}
