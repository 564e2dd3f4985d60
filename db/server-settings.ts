/**
 * Settings of every server that holds the database. `work_mem`, in kilobytes: the index over the apps of charts merges
 * its pending list of four megabytes in so much memory. With less it merges the list in parts, and rewrites the entry of
 * an app for each of them.
 */
export const serverSettings = { work_mem: "8192" } as const;
