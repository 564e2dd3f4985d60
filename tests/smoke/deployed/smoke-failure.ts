/** A step that the service did not pass: what was seen, and what to do about it. Neither holds a secret. */
export class SmokeFailure extends Error {
  override readonly name = "SmokeFailure";
  readonly fix: string;

  constructor(seen: string, fix: string) {
    super(seen);
    this.fix = fix;
  }
}
