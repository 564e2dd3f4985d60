/** Metadata of templates for the local host, which AWS ignores. */
export const ENTRY_METADATA = "local:entry";
export const RUN_AT_START_METADATA = "local:run-at-start";
