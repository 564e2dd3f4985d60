/** Wrong passwords of an account from one address in a window, from which on no more are compared until it ends. */
export const ADDRESS_ATTEMPTS_MAX = 10;

/** Those from all addresses together that the account does not know. */
export const UNKNOWN_ATTEMPTS_MAX = 100;

/** From the first wrong password on. */
export const PASSWORD_WINDOW_MINUTES = 15;

/** An account knows an address this long after it last logged in from there. */
export const KNOWN_ADDRESS_DAYS = 30;
