/** Properties of a resource, as CloudFormation names them. */
export type Properties = Record<string, unknown>;

export type Cluster = {
  readonly uid: number;
  /** Which rows it has. */
  readonly data: string;
  readonly properties: Properties;
};
/** `cluster` is the one it belongs to, whatever its name. */
export type Instance = { readonly cluster: number; readonly properties: Properties };

/** What an account has. */
export type Account = {
  readonly clusters: Cluster[];
  readonly instances: Instance[];
  /** By ARN. */
  readonly secrets: Readonly<Record<string, string>>;
  /** By the stack's name. */
  readonly outputs: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly functions: readonly string[];
  readonly invoked: { readonly functionName: string; readonly payload: unknown }[];
};
