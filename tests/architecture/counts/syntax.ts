import { type Declaration as Declared, type ModuleItem, parseSync } from "@swc/core";

/** A file imports, exports or declares it for itself. */
export type Declaration = {
  readonly kind: "imported" | "exported" | "own";
  readonly name: string;
  /** Its node in the syntax tree. */
  readonly node: object;
};

/** Returns the declarations of a TypeScript file, but for those within functions. */
export function declarationsIn(text: string): readonly Declaration[] {
  return parseSync(text, { syntax: "typescript" }).body.flatMap(declarationsOf);
}

function declarationsOf(item: ModuleItem): readonly Declaration[] {
  switch (item.type) {
    case "ImportDeclaration":
      return item.specifiers.map((node) => ({ kind: "imported", name: node.local.value, node }));
    case "ExportDeclaration":
      return named(item.declaration).map((each) => ({ kind: "exported", ...each }));
    case "FunctionDeclaration":
    case "VariableDeclaration":
      return named(item).map((each) => ({ kind: "own", ...each }));
    default:
      return [];
  }
}

function named(declared: Declared): readonly { readonly name: string; readonly node: object }[] {
  if (declared.type === "FunctionDeclaration") return [{ name: declared.identifier.value, node: declared }];
  if (declared.type !== "VariableDeclaration") return [];
  return declared.declarations.flatMap((node) =>
    node.id.type === "Identifier" ? [{ name: node.id.value, node }] : [],
  );
}

/** Returns the node and all below it, but for those under some keys. */
export function nodesIn(node: object, without: readonly string[] = []): readonly object[] {
  const below = Object.entries(node).filter(([key, value]) => isObject(value) && !without.includes(key));
  return [node, ...below.flatMap(([, value]) => nodesIn(value, without))];
}

/** Returns the variables that a declaration names and does not bind itself; those of types are left out. */
export function variablesIn(node: object): readonly string[] {
  const nodes = nodesIn(node, ["typeAnnotation", "returnType", "typeParams", "typeParameters", "typeArguments"]);
  const bound = new Set(nodes.flatMap(bindings).flatMap((each) => nodesIn(each).flatMap(variables)));
  return nodes.flatMap(variables).filter((name) => !bound.has(name));
}

/** Returns what a function or a declaration of a variable binds. */
function bindings(node: object): readonly object[] {
  if ("params" in node && isObject(node.params)) return [node.params];
  return "type" in node && node.type === "VariableDeclarator" && "id" in node && isObject(node.id) ? [node.id] : [];
}

/** The name of a property lacks what the parser says of variables. */
function variables(node: object): readonly string[] {
  return "optional" in node ? identifier(node) : [];
}

/** Returns the name of an identifier; none of any other node. */
export function identifier(node: unknown): readonly string[] {
  if (!isObject(node) || !("type" in node) || node.type !== "Identifier" || !("value" in node)) return [];
  return typeof node.value === "string" ? [node.value] : [];
}

/** Returns the texts of the templates of a declaration, in which a variable stands as `${name}` and all else as `${}`. */
export function templatesIn(node: object): readonly string[] {
  return nodesIn(node).flatMap((each) => {
    if (!("quasis" in each) || !("expressions" in each)) return [];
    const { quasis, expressions } = each;
    if (!Array.isArray(quasis) || !Array.isArray(expressions)) return [];
    return [
      quasis
        .map(({ raw }, index) => raw + (index < expressions.length ? `\${${identifier(expressions[index])}}` : ""))
        .join(""),
    ];
  });
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
