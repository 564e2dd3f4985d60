export type Resource = {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly Metadata?: Readonly<Record<string, unknown>>;
  readonly Condition?: string;
};

export type Template = {
  readonly Parameters?: Readonly<Record<string, { readonly Type: string; readonly Default?: unknown }>>;
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Mappings?: Readonly<Record<string, unknown>>;
  readonly Outputs?: Readonly<
    Record<string, { readonly Value: unknown; readonly Export?: { readonly Name: unknown } }>
  >;
};

/** Each function returns undefined for a name that it does not know. */
export type Names = {
  readonly ref: (logicalId: string) => string | undefined;
  readonly attribute: (logicalId: string, name: string) => string | undefined;
  readonly importValue: (exportName: string) => unknown;
};

type Intrinsic = (argument: unknown, names: Names) => unknown;

const intrinsics: Readonly<Record<string, Intrinsic>> = {
  Ref: (logicalId, names) => known(names.ref(text(logicalId)), `Ref ${text(logicalId)}`),
  "Fn::GetAtt": getAttribute,
  "Fn::Join": join,
  "Fn::Select": select,
  "Fn::Split": split,
  "Fn::Sub": substitute,
  "Fn::ImportValue": (name, names) => names.importValue(text(resolveValue(name, names))),
};

export function resolveValue(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((item) => resolveValue(item, names));
  if (!isObject(value)) return value;

  const [key, ...others] = Object.keys(value);
  if (key !== undefined && others.length === 0 && (key === "Ref" || key.startsWith("Fn::"))) {
    const intrinsic = intrinsics[key];
    if (!intrinsic) throw new Error(`The local host does not know the intrinsic function ${key}`);
    return intrinsic(value[key], names);
  }
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, resolveValue(item, names)]));
}

function getAttribute(argument: unknown, names: Names): unknown {
  const path = typeof argument === "string" ? argument.split(".") : texts(argument);
  const [logicalId, ...attribute] = path;
  return known(names.attribute(text(logicalId), attribute.join(".")), `Fn::GetAtt ${path.join(".")}`);
}

function join(argument: unknown, names: Names): string {
  const [separator, items] = list(argument);
  return texts(resolveValue(items, names)).join(text(separator));
}

function select(argument: unknown, names: Names): unknown {
  const [index, items] = list(resolveValue(argument, names));
  const chosen = list(items)[Number(index)];
  return known(chosen, `Fn::Select ${String(index)}`);
}

function split(argument: unknown, names: Names): readonly string[] {
  const [separator, source] = list(resolveValue(argument, names));
  return text(source).split(text(separator));
}

function substitute(argument: unknown, names: Names): string {
  const [pattern, given] = Array.isArray(argument) ? argument : [argument, {}];
  const variables = isObject(given) ? given : {};
  return text(pattern).replace(/\$\{([^}]+)\}/g, (_match, name: string) => {
    if (name.startsWith("!")) return `\${${name.slice(1)}}`;
    if (name in variables) return text(resolveValue(variables[name], names));
    return text(resolveValue(name.includes(".") ? { "Fn::GetAtt": name } : { Ref: name }, names));
  });
}

function known<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`The local host cannot resolve ${what}`);
  return value;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function list(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error(`Expected a list in the template, found ${JSON.stringify(value)}`);
}

function text(value: unknown): string {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return String(value);
  throw new Error(`Expected text in the template, found ${JSON.stringify(value)}`);
}

function texts(value: unknown): readonly string[] {
  return list(value).map(text);
}
