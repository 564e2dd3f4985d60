/** One line on why the start failed and what to do about it. */
export function explainFailure(error: unknown, port: number): string {
  const code = codeOf(error);
  if (code === "EADDRINUSE") {
    return `Port ${port} is in use. Stop what runs there, or choose another: npm start -- --port ${port + 1}`;
  }
  if (code === "EACCES" && port < 1024) {
    return `Port ${port} needs special rights. Choose another: npm start -- --port 3000`;
  }
  const message = error instanceof Error ? error.message : String(error);
  return `Shelfwatch did not start: ${message.split("\n")[0]}`;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
