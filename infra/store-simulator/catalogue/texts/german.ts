import type { Phrases } from "./phrases.ts";

export const german: Phrases = {
  themes: {
    notes: "Notizen",
    budget: "Haushaltsbuch",
    photos: "Fotoeditor",
    weather: "Wetterradar",
    puzzle: "Rätselreise",
    racing: "Straßenrennen",
    music: "Musikplayer",
    recipes: "Kochbuch",
    fitness: "Fitnesstrainer",
    travel: "Reiseplaner",
    chat: "Gruppenchat",
    learning: "Sprachkurs",
  },
  subtitles: ["{theme} ganz einfach", "Dein {theme} für jeden Tag", "{theme} für alle", "Fertig in {n} Sekunden"],
  promotions: [
    "Neu: {n} frische Ideen. Jetzt ausprobieren!",
    "Nur für kurze Zeit: {n} % Rabatt.",
    "Über {n} Millionen sind schon dabei.",
  ],
  openings: ["{name} ist {theme}, wie es sein soll.", "Mit {name} schaffst du mehr in weniger Zeit."],
  features: [
    "Funktioniert offline, ganz ohne Konto",
    "Abgleich über {n} Geräte",
    "Über {n} Vorlagen & Farben",
    "Widgets, Kurzbefehle und Dunkelmodus",
    "Deine Daten gehören dir",
  ],
  closings: ["Fragen? Schreib uns, wir antworten immer.", "Danke, dass du {name} benutzt!"],
  news: [
    "Fehlerbehebungen und Verbesserungen.",
    "{name} ist schneller geworden, {n} Fehler sind behoben.",
    "Neu: {n} weitere Vorlagen.\n- Bessere Suche\n- Größere Schrift",
  ],
};
