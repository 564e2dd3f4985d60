import type { Log } from "../runtime/log.ts";

/** A log whose every line carries the fields of one request. */
export function withFields(log: Log, fields: Readonly<Record<string, unknown>>): Log {
  return {
    debug: (event, more) => log.debug(event, { ...fields, ...more }),
    info: (event, more) => log.info(event, { ...fields, ...more }),
    warn: (event, more) => log.warn(event, { ...fields, ...more }),
    error: (event, more) => log.error(event, { ...fields, ...more }),
  };
}
