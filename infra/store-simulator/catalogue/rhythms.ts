import type { Rhythm } from "./cadence.ts";

/**
 * How often each thing about an app changes. Together they make about a third of all apps differ somewhere from one
 * day to the next.
 */
export const rhythms = {
  version: { probability: 0.75, periodMin: 10, periodMax: 60 },
  title: { probability: 0.15, periodMin: 30, periodMax: 90 },
  subtitle: { probability: 0.3, periodMin: 20, periodMax: 90 },
  promotion: { probability: 0.5, periodMin: 5, periodMax: 25 },
  description: { probability: 0.5, periodMin: 15, periodMax: 60 },
  screenshots: { probability: 0.4, periodMin: 20, periodMax: 90 },
  icon: { probability: 0.2, periodMin: 30, periodMax: 120 },
  video: { probability: 0.2, periodMin: 30, periodMax: 120 },
  rating: { probability: 0.9, periodMin: 2, periodMax: 6 },
  price: { probability: 0.8, periodMin: 8, periodMax: 50 },
  availability: { probability: 0.25, periodMin: 8, periodMax: 40 },
} as const satisfies Record<string, Rhythm>;

/** The rhythm of a translation that is edited apart from the others: four times slower. */
export function slower(rhythm: Rhythm): Rhythm {
  return { ...rhythm, periodMin: rhythm.periodMin * 4, periodMax: rhythm.periodMax * 4 };
}
