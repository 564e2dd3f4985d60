export const storeHosts = ["itunes.apple.com", "search.itunes.apple.com", "apps.apple.com", "play.google.com"] as const;
export type StoreHost = (typeof storeHosts)[number];

/** `usual` is what the scrapers send by default: a browser's. `honest` names this service. */
export type Agent = "usual" | "honest";

export type StoreReply = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
};

/** Descriptions by app. */
export type Texts = ReadonlyMap<number, string>;

/** What is known at first, and from earlier responses. */
export type Known = {
  /** Of the charts of the United States, each once. */
  readonly ids: readonly string[];
  /** The first of them, as lookup returned it. */
  readonly app:
    | {
        readonly id: string;
        readonly publisherId: string;
        /** On apps.apple.com. */
        readonly pagePath: string;
        readonly ratingCount: number;
      }
    | undefined;
  /** An app on Google Play. */
  readonly packageName: string;
  /** What storefronts show by themselves. */
  readonly texts: Readonly<Record<string, Texts>>;
};

/** What a response shows of what was expected, besides its status. */
export type Finding = {
  readonly holds: boolean;
  /** One line. */
  readonly got: string;
  readonly learned?: Partial<Known>;
};

/** One request to a store, and what is expected of its response. */
export type Probe = {
  readonly name: string;
  readonly host: StoreHost;
  readonly agent: Agent;
  /** Whether the service relies on it. Other expectations are what public sources say. */
  readonly isRequired: boolean;
  /** One line. */
  readonly expects: string;
  readonly status: number;
  /** Returns path and query; undefined when something is missing that an earlier probe would have found. */
  readonly path: (known: Known) => string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Reads a response with the expected status. */
  readonly read: (reply: StoreReply, known: Known) => Finding;
};
