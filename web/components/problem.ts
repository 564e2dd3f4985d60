/** A failed request, as the client reports it. Status 0: there was no response. */
export type ShownProblem = {
  readonly status: number;
  readonly detail: string;
  /** As `store-unavailable`; none of what the gateway itself rejects. */
  readonly code?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
};

/** What a view needs of a query's result. */
export type ReadResult<Body> = {
  readonly data: Body | undefined;
  readonly error: ShownProblem | null;
  readonly isFetching: boolean;
  readonly isPlaceholderData: boolean;
  /** When what is shown was read, in milliseconds; 0 where nothing is. Left out where several reads are one. */
  readonly dataUpdatedAt?: number;
  readonly refetch: () => Promise<unknown>;
};
