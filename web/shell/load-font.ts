import fontFile from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2";

/** Requests the font once the scripts have arrived. On most lines it arrives before the first frame. */
export function loadFont(): void {
  const link = document.createElement("link");
  link.rel = "preload";
  link.as = "font";
  link.type = "font/woff2";
  link.crossOrigin = "anonymous";
  link.href = new URL(fontFile, import.meta.url).href;
  document.head.append(link);
}
