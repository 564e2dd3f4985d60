/** Wrong passwords for an account from one address, after which no more are compared until the window ends. */
export const ADDRESS_ATTEMPTS_MAX = 10;

/** The same limit for all addresses together that the account does not know. */
export const UNKNOWN_ATTEMPTS_MAX = 100;

/** The window begins with the first wrong password. */
export const PASSWORD_WINDOW_MINUTES = 15;

/** An account knows an address for this long after a login from it. */
export const KNOWN_ADDRESS_DAYS = 30;
