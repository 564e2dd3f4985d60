export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

export function rect(
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  { fill, radius = 0, opacity = 1 }: { fill: string; radius?: number; opacity?: number },
): string {
  const { x, y, width, height } = box;
  const see = opacity === 1 ? "" : ` opacity="${opacity}"`;
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"${see}/>`;
}

export function circle(x: number, y: number, radius: number, fill: string, opacity = 1): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"${opacity === 1 ? "" : ` opacity="${opacity}"`}/>`;
}

export function gradient(id: string, from: string, to: string): string {
  return [
    `<linearGradient id="${id}" x1="0" y1="0" x2="1" y2="1">`,
    `<stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`,
  ].join("");
}

/** Letters of these scripts are twice as wide as others, and lines may break between any two of them. */
const WIDE = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef]/;

export function linesOf(text: string, lettersMax: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of WIDE.test(text) ? text.split(/(?<=[\u3040-\u30ff\u3400-\u9fff])|(?<= )/u) : text.split(/(?<= )/)) {
    if (line !== "" && widthOf(line + word.trimEnd()) > lettersMax) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += word;
  }
  return [...lines, line.trimEnd()].filter((one) => one !== "");
}

function widthOf(text: string): number {
  return [...text].reduce((width, letter) => width + (WIDE.test(letter) ? 2 : 1), 0);
}
