/** Ids that one import may name. */
export const IMPORT_MAX = 50;

/** Apps that the detail of a publisher lists at most. */
export const PUBLISHER_APPS_MAX = 200;
