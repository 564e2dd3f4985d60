/** Metadata by which templates inform the local host of more than AWS needs to know. */

/** The source file that a function runs. */
export const ENTRY_METADATA = "local:entry";

/** Runs a schedule once as soon as the host is up. */
export const RUN_AT_START_METADATA = "local:run-at-start";
