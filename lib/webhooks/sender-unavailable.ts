/** The sender cannot be reached, has failed, or has no environment for another call. A later call may succeed. */
export class SenderUnavailableError extends Error {
  constructor(detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.name = "SenderUnavailableError";
  }
}
