export type ToEnvironment = {
  readonly requestId: string;
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

export type Outcome =
  | { readonly ok: true; readonly payload: string }
  | ({ readonly ok: false; readonly kind: "error" | "timeout" | "crash" | "throttled" } & Failure);
