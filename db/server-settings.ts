/** Settings of every server. `work_mem` is in kilobytes: plans and benches were measured with as much. */
export const serverSettings = { work_mem: "8192" } as const;
