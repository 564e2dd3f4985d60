/** Why a file of the page is missing: a new release has replaced it, or there is no connection. */
export type LoadFault = "replaced" | "unreachable";

/** A file of the page could not be loaded. */
export class LoadFailure extends Error {
  override readonly name = "LoadFailure";
  readonly fault: LoadFault;

  constructor(fault: LoadFault, options?: ErrorOptions) {
    super("A file of the page could not be loaded.", options);
    this.fault = fault;
  }
}

type Reach = () => Promise<boolean>;

/**
 * Returns a module that is loaded when it is needed, by a second try where the first fails. Throws `LoadFailure`, since
 * browsers have no code for it: where the service responds and the file does not come, another release serves it.
 */
export async function loadFile<Module>(
  load: () => Promise<Module>,
  isReachable: Reach = reachesService,
): Promise<Module> {
  try {
    return await load();
  } catch {
    // A connection that was lost for a moment is there again.
  }
  try {
    return await load();
  } catch (cause) {
    throw new LoadFailure((await isReachable()) ? "replaced" : "unreachable", { cause });
  }
}

const REACH_MS_MAX = 10_000;
const PAGE = "/dashboard";

/** Returns whether the service responds now, whatever it says. */
export async function reachesService(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    await fetch(PAGE, { cache: "no-store", signal: AbortSignal.timeout(REACH_MS_MAX) });
    return true;
  } catch {
    return false;
  }
}
