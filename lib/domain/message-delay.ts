/** The longest delay of an SQS message. */
export const DELAY_SECONDS_MAX = 900;

/** Returns a delay in whole seconds, rounded up plus one, so that a message never arrives before its row is due. */
export function messageDelaySeconds(seconds: number): number {
  return seconds === 0 ? 0 : Math.min(DELAY_SECONDS_MAX, Math.ceil(seconds) + 1);
}
