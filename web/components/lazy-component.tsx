import { type ComponentType, lazy, useState } from "react";

export type LazyComponent<Props> = ComponentType<Props> & {
  /** Loads the code. A component that is rendered afterwards is shown at once, without a fallback before it. */
  readonly load: () => Promise<unknown>;
};

export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  const loadOnce = async () => {
    loaded ??= await loadFile(load);
    return loaded;
  };
  const Later = lazy<ComponentType<Props>>(async () => ({ default: await loadOnce() }));
  function Loaded(props: Props) {
    // Another type in a later rendering would begin with a new state.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Later);
    return <Shown {...props} />;
  }
  return Object.assign(Loaded, { load: loadOnce });
}

type Reach = () => Promise<boolean>;

/**
 * Throws `LoadFailure` if a second try fails too. Browsers report no cause: if the service responds without the file, a
 * new release has replaced it.
 */
export async function loadFile<Module>(
  load: () => Promise<Module>,
  isReachable: Reach = reachesService,
): Promise<Module> {
  try {
    return await load();
  } catch {
    // A connection that was lost for a moment may be back.
  }
  try {
    return await load();
  } catch (cause) {
    throw new LoadFailure((await isReachable()) ? "replaced" : "unreachable", { cause });
  }
}

export type LoadFault = "replaced" | "unreachable";

export class LoadFailure extends Error {
  override readonly name = "LoadFailure";
  readonly fault: LoadFault;

  constructor(fault: LoadFault, options?: ErrorOptions) {
    super("A file of the page could not be loaded.", options);
    this.fault = fault;
  }
}

const REACH_MS_MAX = 10_000;
const PAGE = "/dashboard";

export async function reachesService(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    await fetch(PAGE, { cache: "no-store", signal: AbortSignal.timeout(REACH_MS_MAX) });
    return true;
  } catch {
    return false;
  }
}
