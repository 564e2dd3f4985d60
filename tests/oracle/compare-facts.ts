import type { AppMemory } from "./app-memory.ts";
import type { Comparing } from "./comparing.ts";
import { compare } from "./findings.ts";
import type { Fact, Reader } from "./read-api.ts";
import type { OracleApp } from "./shown-days.ts";

/** The storefronts that identify the apps of the scenario, in the order in which the service requests them. */
const OWN_STOREFRONT = "us";
const IDENTIFYING = [OWN_STOREFRONT, "jp", "br", "de", "fr"];

const withIds = new Set(["category", "categories", "privacy", "accessibility"]);

/**
 * Compares the facts of an app with those that the store showed on the days of their last reads, installs with those of
 * each day, and expects a change where a fact has another value than after the day before.
 */
export async function compareFacts(
  comparing: Comparing,
  reader: Reader,
  app: OracleApp,
  memory: AppMemory,
): Promise<void> {
  const { findings, shown, today } = comparing;
  const facts = await reader.readFacts(app);
  const shownToday = (await shown.facts(today, app, OWN_STOREFRONT)) ?? {};
  const missing = Object.keys(shownToday).filter((key) => !facts.some((fact) => fact.key === key));
  compare(findings, { kind: "facts not read", day: today, app, place: "", stored: missing, expected: [] });
  for (const fact of facts) {
    await compareFact(comparing, app, fact);
    expectChange(comparing, memory, fact);
  }
  if (app.platform === "android") await compareInstalls(comparing, reader, app);
}

async function compareFact({ findings, shown, dayOf, today }: Comparing, app: OracleApp, fact: Fact): Promise<void> {
  const day = dayOf(`${fact.read_on}T12:00:00Z`);
  const countries = fact.country_code === null ? IDENTIFYING : [fact.country_code];
  for (const country of countries) {
    const found = await shown.facts(day, app, country);
    if (found === undefined) continue;
    const expected = found[fact.key];
    if (expected === undefined) return;
    const place = `${fact.key} of ${country} on day ${day}`;
    compare(findings, { kind: "fact", day: today, app, place, stored: comparable(fact), expected: sorted(expected) });
    return;
  }
  const place = `${fact.key} on day ${day}`;
  compare(findings, {
    kind: "fact of a day without the app",
    day: today,
    app,
    place,
    stored: fact.value,
    expected: null,
  });
}

/** A value that differs from the one before is a change on its day. */
function expectChange({ dayOf }: Comparing, memory: AppMemory, fact: Fact): void {
  const place = fact.country_code ?? "";
  const key = `${fact.key} ${place}`;
  const before = memory.facts.get(key);
  const day = dayOf(fact.valid_from);
  memory.facts.set(key, { day, value: fact.value });
  if (before === undefined || before.day === day) return;
  memory.expect({ day, field: fact.key, place, old: textOf(before.value), new: textOf(fact.value) });
}

async function compareInstalls({ findings, shown, today, dateOf, runDays }: Comparing, reader: Reader, app: OracleApp) {
  const points = await reader.readInstalls(app, dateOf(0), dateOf(today));
  for (const [day, { installs }] of points.entries()) {
    const found = await Promise.all(IDENTIFYING.map((country) => shown.installs(day, app, country)));
    const read = runDays.includes(day) ? found.filter((one) => one !== undefined) : [];
    const expected = read.length === 0 ? null : (read.find((one) => one === installs) ?? read[0]);
    compare(findings, { kind: "installs", day: today, app, place: `day ${day}`, stored: installs, expected });
  }
}

function comparable({ key, value }: Fact): unknown {
  if (!withIds.has(key)) return sorted(value);
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.map((one) => (typeof one === "object" && one !== null && "id" in one ? one.id : one));
}

/** JSON of objects is compared as text. */
function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => a.localeCompare(b)));
}

/** As a change shows a value: texts as they are, others as JSON in PostgreSQL's form. */
function textOf(value: unknown): string | null {
  return value === null ? null : typeof value === "string" ? value : jsonText(value);
}

function jsonText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonText).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(([a], [b]) => a.length - b.length || (a < b ? -1 : 1));
  return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}: ${jsonText(inner)}`).join(", ")}}`;
}
