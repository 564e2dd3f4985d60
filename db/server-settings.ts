/**
 * Settings of every server. `work_mem` is in kilobytes: the index over the apps of charts merges its pending list of
 * four megabytes in it. With less it merges the list in parts, and rewrites an app's entry for each of them.
 */
export const serverSettings = { work_mem: "8192" } as const;
