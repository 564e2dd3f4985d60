/** A feed of events, independent of the format. Times are RFC 3339. */
export type FeedDocument = {
  /** The part of each id that is unique to this service: the host (RFC 4151). */
  readonly authority: string;
  readonly id: number;
  readonly name: string;
  readonly updatedAt: string;
  readonly entries: readonly FeedEntry[];
};

export type FeedEntry = {
  /** The id of the event as the API shows it. */
  readonly eventId: string;
  readonly title: string;
  /** One line each. */
  readonly lines: readonly string[];
  readonly occurredAt: string;
  readonly reportedAt: string;
  readonly type: string;
};

/** The year in which this form of ids began. It is part of each of them (RFC 4151) and never changes. */
const TAG_YEAR = "2026";

export function tagOf({ authority }: Pick<FeedDocument, "authority">, name: string): string {
  return `tag:${authority},${TAG_YEAR}:${name}`;
}

export const GENERATOR = "Shelfwatch";
