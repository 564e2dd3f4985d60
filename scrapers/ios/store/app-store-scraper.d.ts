/** The library has no types. These are the used ones, and its results are checked on arrival. */
declare module "app-store-scraper" {
  type RequestOptions = Readonly<Record<string, unknown>>;
  const library: {
    app(options: { id: string; country: string; lang?: string; requestOptions: RequestOptions }): Promise<unknown>;
    search(options: {
      term: string;
      num: number;
      country: string;
      idsOnly?: boolean;
      lang?: string;
      requestOptions: RequestOptions;
    }): Promise<unknown>;
    suggest(options: { term: string; country: string; requestOptions: RequestOptions }): Promise<unknown>;
    list(options: { collection: string; num: number; requestOptions: RequestOptions }): Promise<unknown>;
    developer(options: { devId: string; country: string; requestOptions: RequestOptions }): Promise<unknown>;
    readonly collection: Readonly<Record<"TOP_FREE_IOS" | "TOP_PAID_IOS" | "TOP_GROSSING_IOS", string>>;
    readonly markets: Readonly<Record<string, number>>;
  };
  export = library;
}

declare module "app-store-scraper/lib/common.js" {
  const common: {
    cleanApp(app: object): unknown;
  };
  export = common;
}
