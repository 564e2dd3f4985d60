/** The library has no types. These are the used ones, and its results are checked on arrival. */
declare module "app-store-scraper/lib/app.js" {
  function app(options: {
    id: string;
    country: string;
    lang?: string;
    requestOptions: Readonly<Record<string, unknown>>;
  }): Promise<unknown>;
  export = app;
}

declare module "app-store-scraper/lib/search.js" {
  function search(options: {
    term: string;
    num: number;
    country: string;
    idsOnly?: boolean;
    lang?: string;
    requestOptions: Readonly<Record<string, unknown>>;
  }): Promise<unknown>;
  export = search;
}

declare module "app-store-scraper/lib/suggest.js" {
  function suggest(options: {
    term: string;
    country: string;
    requestOptions: Readonly<Record<string, unknown>>;
  }): Promise<unknown>;
  export = suggest;
}

declare module "app-store-scraper/lib/list.js" {
  function list(options: {
    collection: string;
    num: number;
    requestOptions: Readonly<Record<string, unknown>>;
  }): Promise<unknown>;
  export = list;
}

declare module "app-store-scraper/lib/developer.js" {
  function developer(options: {
    devId: string;
    country: string;
    requestOptions: Readonly<Record<string, unknown>>;
  }): Promise<unknown>;
  export = developer;
}

declare module "app-store-scraper/lib/constants.js" {
  const constants: {
    readonly collection: Readonly<Record<"TOP_FREE_IOS" | "TOP_PAID_IOS" | "TOP_GROSSING_IOS", string>>;
    readonly markets: Readonly<Record<string, number>>;
  };
  export = constants;
}

declare module "app-store-scraper/lib/common.js" {
  const common: {
    cleanApp(app: object): unknown;
  };
  export = common;
}
