/** Calls back when the colours change. Returns a function that stops the watching. */
export function watchLook(onChange: () => void): () => void {
  const scheme = window.matchMedia("(prefers-color-scheme: dark)");
  const theme = new MutationObserver(onChange);
  scheme.addEventListener("change", onChange);
  theme.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  return () => {
    scheme.removeEventListener("change", onChange);
    theme.disconnect();
  };
}
