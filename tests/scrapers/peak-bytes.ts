/**
 * The source of a function that returns the peak memory of its process. Without `/proc` it uses `maxRSS`, which on
 * Linux also counts the memory of the parent process at the start.
 */
export const PEAK_BYTES = `
import { existsSync, readFileSync } from "node:fs";
function peakBytes() {
  const own = existsSync("/proc/self/status") ? readFileSync("/proc/self/status", "utf8") : "";
  const [, kilobytes = process.resourceUsage().maxRSS] = /^VmHWM:\\s*(\\d+) kB$/m.exec(own) ?? [];
  return Number(kilobytes) * 1024;
}
`;
