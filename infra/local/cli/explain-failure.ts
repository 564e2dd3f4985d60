import { isDiskFull } from "../disk-space.ts";

type Circumstances = {
  readonly port: number;
  readonly dataDir: string;
};

/** Returns one line on why the start failed and what to do. */
export async function explainFailure(error: unknown, { port, dataDir }: Circumstances): Promise<string> {
  const code = codeOf(error);
  if (code === "EADDRINUSE") {
    return `Port ${port} is in use. Stop what runs there, or choose another: npm start -- --port ${port + 1}`;
  }
  if (code === "EACCES" && port < 1024) {
    return `Port ${port} requires special permissions. Choose another: npm start -- --port 3000`;
  }
  if (await isDiskFull(error, dataDir)) return `Shelfwatch did not start: ${fullDisk(dataDir)}`;
  return `Shelfwatch did not start: ${firstLine(error)}`;
}

/** Returns one line on why the host stopped by itself and what to do. */
export async function explainEnd(error: unknown, { dataDir, logDir }: { dataDir: string; logDir: string }) {
  if (await isDiskFull(error, dataDir)) return `Shelfwatch has stopped: ${fullDisk(dataDir)}`;
  return `Shelfwatch has stopped: ${firstLine(error)} Its logs are in ${logDir}; npm start starts it again.`;
}

function fullDisk(dataDir: string): string {
  return `the disk that holds ${dataDir} is full. Free some space, then run npm start again: no data is lost.`;
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
