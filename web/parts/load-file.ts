/** A file of the page cannot be loaded: the network fails, or a new release has replaced it. */
export class LoadFailure extends Error {
  override readonly name = "LoadFailure";
}

/** Returns a module that is loaded when it is needed. Throws `LoadFailure`, since browsers have no code for it. */
export async function loadFile<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    throw new LoadFailure("A file of the page cannot be loaded.", { cause });
  }
}
