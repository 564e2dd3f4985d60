import type { LoggingLevel } from "@modelcontextprotocol/server";

export type LogLevels = {
  /** Remembers the lowest level of messages that a session requests. */
  set(session: string, level: LoggingLevel): void;
  admits(session: string, level: LoggingLevel): boolean;
};

const severity: Readonly<Record<LoggingLevel, number>> = {
  debug: 0,
  info: 1,
  notice: 2,
  warning: 3,
  error: 4,
  critical: 5,
  alert: 6,
  emergency: 7,
};

/** Bounds the memory, since anybody can begin sessions. */
const SESSIONS_MAX = 10_000;

/**
 * Keeps the levels of sessions in one environment of a function. A session gets all messages if another environment
 * received its level. Since revision 2026-07-28, each request names its level.
 */
export function createLogLevels(): LogLevels {
  const levels = new Map<string, LoggingLevel>();
  return {
    set(session, level) {
      if (levels.size >= SESSIONS_MAX) levels.clear();
      levels.set(session, level);
    },
    admits: (session, level) => severity[level] >= severity[levels.get(session) ?? "debug"],
  };
}
