/** A statement whose name is not that of the function by which it is sent. */
export type MisnamedStatement = { readonly name: string; readonly expected: readonly string[] };

/** Returns the statements of a file whose names differ from its exports and from their own constants in snake case. */
export function misnamedStatements(text: string): readonly MisnamedStatement[] {
  const exported = [...text.matchAll(/^export (?:async )?(?:const|function) (\w+)/gm)].map(([, name = ""]) => name);
  return namedStatements(text).flatMap(({ constant, isExported, name }) => {
    const expected = [...new Set(isExported ? [constant] : [...exported, constant])].map(snakeCase);
    return expected.includes(name) ? [] : [{ name, expected }];
  });
}

type NamedStatement = { readonly constant: string; readonly isExported: boolean; readonly name: string };

/** Returns the statements that a file defines by a constant, with a name that is written out. */
export function namedStatements(text: string): readonly NamedStatement[] {
  const definition = /^(export )?const (\w+) = statement\(\{\s*name: "(\w+)"/gm;
  return [...text.matchAll(definition)].map(([, exported, constant = "", name = ""]) => {
    return { constant, isExported: exported !== undefined, name };
  });
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
