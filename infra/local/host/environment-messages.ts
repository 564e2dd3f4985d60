/** The messages between the host and an environment. */
export type ToEnvironment = {
  readonly requestId: string;
  /** JSON, as Lambda passes it. */
  readonly event: string;
  readonly functionArn: string;
  /** Epoch milliseconds at which the invocation times out. */
  readonly deadline: number;
};

export type Failure = { readonly errorType: string; readonly errorMessage: string };

export type FromEnvironment =
  | { readonly type: "ready" }
  | ({ readonly type: "init_failed" } & Failure)
  | { readonly type: "result"; readonly requestId: string; readonly payload: string }
  | ({ readonly type: "failed"; readonly requestId: string } & Failure);

/** The result of an invocation: the handler's response as JSON, or the error. */
export type Outcome =
  | { readonly ok: true; readonly payload: string }
  | ({ readonly ok: false; readonly kind: "error" | "timeout" | "crash" | "throttled" } & Failure);
