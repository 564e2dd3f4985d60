/** Wrong passwords of one account in a window, from which on no more are compared until the window ends. */
export const PASSWORD_ATTEMPTS_MAX = 10;

/** From the first wrong password on. */
export const PASSWORD_WINDOW_MINUTES = 15;
