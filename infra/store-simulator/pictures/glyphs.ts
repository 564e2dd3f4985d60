import type { Theme } from "../catalogue/texts/phrases.ts";

/** A white sign for each theme, drawn in a square of 48. `currentColor` is the colour behind it. */
export const glyphs: Readonly<Record<Theme, string>> = {
  notes:
    '<rect x="10" y="5" width="28" height="38" rx="5"/>' +
    '<path d="M16 15h16M16 23h16M16 31h10" stroke="currentColor" stroke-width="3" stroke-linecap="round"/>',
  budget:
    '<rect x="7" y="26" width="9" height="16" rx="3"/><rect x="19.500" y="17" width="9" height="25" rx="3"/>' +
    '<rect x="32" y="7" width="9" height="35" rx="3"/>',
  photos:
    '<rect x="5" y="9" width="38" height="30" rx="6"/><circle cx="16" cy="19" r="4" fill="currentColor"/>' +
    '<path d="M9 35l10-10 7 6 8-11 6 15z" fill="currentColor"/>',
  weather:
    '<circle cx="31" cy="16" r="9" opacity=".75"/>' +
    '<path d="M13 40a9 9 0 0 1-1-18 12 12 0 0 1 23-1 9.500 9.500 0 0 1 1 19z"/>',
  puzzle:
    '<rect x="6" y="6" width="16" height="16" rx="4"/><rect x="26" y="6" width="16" height="16" rx="8"/>' +
    '<rect x="6" y="26" width="16" height="16" rx="8"/>' +
    '<rect x="26" y="26" width="16" height="16" rx="4" opacity=".7"/>',
  racing:
    '<path d="M10 4v40" stroke="white" stroke-width="4" stroke-linecap="round"/>' +
    '<path d="M12 7h28v22H12z"/>' +
    '<path d="M12 7h9v7h-9zm19 0h9v7h-9zm-10 7h10v8H21zm-9 8h9v7h-9zm19 0h9v7h-9z" fill="currentColor"/>',
  music: '<circle cx="14" cy="36" r="7"/><circle cx="35" cy="32" r="7"/><path d="M17 36V12l22-5v25h-4V16l-14 3v17z"/>',
  recipes:
    '<path d="M8 20h32v10a12 12 0 0 1-12 12h-8A12 12 0 0 1 8 30z"/>' +
    '<rect x="3" y="17" width="42" height="5" rx="2.500"/>' +
    '<path d="M17 12c-3-3 3-4 0-8m8 8c-3-3 3-4 0-8m8 8c-3-3 3-4 0-8" stroke="white" stroke-width="2.500" ' +
    'fill="none" stroke-linecap="round"/>',
  fitness:
    '<rect x="3" y="18" width="6" height="12" rx="3"/><rect x="10" y="11" width="7" height="26" rx="3"/>' +
    '<rect x="17" y="21" width="14" height="6"/><rect x="31" y="11" width="7" height="26" rx="3"/>' +
    '<rect x="39" y="18" width="6" height="12" rx="3"/>',
  travel:
    '<path d="M24 3a16 16 0 0 1 16 16c0 11-16 26-16 26S8 30 8 19A16 16 0 0 1 24 3z"/>' +
    '<circle cx="24" cy="19" r="6.500" fill="currentColor"/>',
  chat:
    '<path d="M10 7h28a6 6 0 0 1 6 6v16a6 6 0 0 1-6 6H22l-11 9v-9h-1a6 6 0 0 1-6-6V13a6 6 0 0 1 6-6z"/>' +
    '<path d="M15 21h.1M24 21h.1M33 21h.1" stroke="currentColor" stroke-width="5" stroke-linecap="round"/>',
  learning:
    '<path d="M24 13C18 8 11 8 4 10v29c7-2 14-2 20 2 6-4 13-4 20-2V10c-7-2-14-2-20 3z"/>' +
    '<path d="M24 13v28" stroke="currentColor" stroke-width="2.500"/>',
};
