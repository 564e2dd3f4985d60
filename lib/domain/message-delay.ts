/** The longest that SQS delays a message. */
export const DELAY_SECONDS_MAX = 900;

/** Returns the whole seconds of a delay: rounded up and one more, so that a message never arrives before its row is due. */
export function messageDelaySeconds(seconds: number): number {
  return seconds === 0 ? 0 : Math.min(DELAY_SECONDS_MAX, Math.ceil(seconds) + 1);
}
