import type { Phrases } from "./phrases.ts";

export const swedish: Phrases = {
  themes: {
    notes: "Anteckningar",
    budget: "Hushållsbudget",
    photos: "Fotoredigerare",
    weather: "Väderradar",
    puzzle: "Pusselresa",
    racing: "Gaturacing",
    music: "Musikspelare",
    recipes: "Receptbok",
    fitness: "Träningscoach",
    travel: "Reseplanerare",
    chat: "Gruppchatt",
    learning: "Språkkurs",
  },
  subtitles: ["{theme} på enkelt sätt", "Din {theme} varje dag", "Klart på {n} sekunder"],
  promotions: ["Nytt: {n} fräscha idéer. Prova nu!", "{n} % rabatt en kort tid."],
  openings: ["{name} är {theme} som det ska vara.", "Med {name} hinner du mer på kortare tid."],
  features: ["Fungerar offline, utan konto", "Synkar {n} enheter", "Över {n} mallar och färger", "Dina data är dina"],
  closings: ["Frågor? Skriv till oss.", "Tack för att du använder {name}!"],
  news: ["Buggfixar och förbättringar.", "{name} är snabbare och {n} buggar är fixade."],
};
