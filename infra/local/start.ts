/** `npm start`: the whole service on this machine. */

const NODE_MAJOR_MIN = 24;

if (Number.parseInt(process.versions.node, 10) < NODE_MAJOR_MIN) {
  console.error(
    `Shelfwatch needs Node ${NODE_MAJOR_MIN} or newer; this is ${process.versions.node}. Install it and run npm start again.`,
  );
  process.exit(1);
}

// Not loaded statically: an older Node would fail on the imports before it could say so.
const { runLocal } = await import("./cli/run-local.ts");
process.exit(await runLocal({ arguments: process.argv.slice(2), variables: process.env }));
