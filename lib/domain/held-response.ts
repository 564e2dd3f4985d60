export const HELD_BACK = { hours: 24, hoursMax: 36 };
