import { formatDate } from "../format/times.ts";
import { dayNumber, dayOfNumber } from "./plot-data.ts";

const DAY_STEPS = [1, 2, 7, 14];
const MONTH_STEPS = [1, 2, 3, 6, 12];

const dayNames = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const monthNames = new Intl.DateTimeFormat("en-GB", { month: "short", timeZone: "UTC" });
const yearNames = new Intl.DateTimeFormat("en-GB", { year: "numeric", timeZone: "UTC" });

/** Returns the day numbers of an axis's ticks: at most `ticksMax`, at round distances. */
export function dayTicks(first: number, last: number, ticksMax: number): number[] {
  const room = Math.max(1, ticksMax);
  const span = last - first;
  const dayStep = DAY_STEPS.find((step) => span / step < room);
  if (dayStep !== undefined) {
    return Array.from({ length: Math.floor(span / dayStep) + 1 }, (_, index) => first + index * dayStep);
  }
  const monthStep = MONTH_STEPS.find((step) => span / (step * 30) < room) ?? Math.ceil(span / 365 / room) * 12;
  return monthTicks(first, last, monthStep);
}

export function tickName(tick: number, ticks: readonly number[]): string {
  const date = new Date(`${dayOfNumber(tick)}T00:00:00Z`);
  const areMonths = ticks.length > 0 && ticks.every((one) => dayOfNumber(one).endsWith("-01"));
  if (!areMonths) return formatDate(dayNames, date);
  return date.getUTCMonth() === 0 || tick === ticks[0] ? yearAndMonth(date) : formatDate(monthNames, date);
}

function yearAndMonth(date: Date): string {
  return `${formatDate(monthNames, date)} ${yearNames.format(date)}`;
}

function monthTicks(first: number, last: number, step: number): number[] {
  const start = new Date(`${dayOfNumber(first)}T00:00:00Z`);
  const offset = start.getUTCDate() === 1 ? 0 : 1;
  const firstMonth = start.getUTCFullYear() * 12 + start.getUTCMonth() + offset;
  const aligned = Math.ceil(firstMonth / step) * step;
  const count = Math.ceil((last - first) / 28 / step) + 1;
  return Array.from({ length: count }, (_, index) => monthStart(aligned + index * step)).filter((tick) => tick <= last);
}

function monthStart(months: number): number {
  const text = `${String(Math.floor(months / 12)).padStart(4, "0")}-${String((months % 12) + 1).padStart(2, "0")}-01`;
  return dayNumber(text);
}
