import { readFile } from "node:fs/promises";
import type postgres from "postgres";

/** Linux counts the time of a process in ticks of ten milliseconds. */
const TICK_MS = 10;
/** Of `utime` and `stime` among the fields of /proc/<pid>/stat after the name of the command, see proc(5). */
const FIELDS = [11, 12] as const;

/**
 * Returns a function that returns the milliseconds that the server has computed for this connection, which waits for the
 * processor do not lengthen; null where there is no /proc. The client must have one connection.
 */
export async function processorTimeOf(client: postgres.Sql): Promise<() => Promise<number | null>> {
  const [row] = await client<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
  return async () => {
    const stat = await readFile(`/proc/${row?.pid}/stat`, "utf8").catch(() => null);
    const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields === undefined ? null : FIELDS.reduce((ms, field) => ms + Number(fields[field]) * TICK_MS, 0);
  };
}

/**
 * The same of a process by its id, to the nanosecond: the first field of /proc/<pid>/schedstat, see
 * Documentation/scheduler/sched-stats.rst of Linux. NaN where there is none.
 */
export async function processorTimeOfProcess(pid: number): Promise<number> {
  const schedstat = await readFile(`/proc/${pid}/schedstat`, "utf8").catch(() => "");
  return Number(schedstat.split(" ")[0] || Number.NaN) / 1e6;
}
