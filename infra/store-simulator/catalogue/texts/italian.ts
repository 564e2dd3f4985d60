import type { Phrases } from "./phrases.ts";

export const italian: Phrases = {
  themes: {
    notes: "Appunti",
    budget: "Bilancio facile",
    photos: "Editor di foto",
    weather: "Radar meteo",
    puzzle: "Rompicapo",
    racing: "Corse in città",
    music: "Lettore musicale",
    recipes: "Ricettario",
    fitness: "Allenatore",
    travel: "Diario di viaggio",
    chat: "Chat di gruppo",
    learning: "Corsi di lingua",
  },
  subtitles: ["{theme} senza pensieri", "Il tuo {theme} ogni giorno", "Pronto in {n} secondi"],
  promotions: ["Novità: {n} idee da provare subito!", "Sconto del {n} % per poco tempo."],
  openings: ["{name} è {theme} come dovrebbe essere.", "Con {name} fai di più in meno tempo."],
  features: [
    "Funziona offline, senza account",
    "Sincronizza {n} dispositivi",
    "Oltre {n} modelli e colori",
    "I tuoi dati restano tuoi",
  ],
  closings: ["Domande? Scrivici, rispondiamo sempre.", "Grazie per aver scelto {name}!"],
  news: ["Correzioni e miglioramenti.", "{name} è più veloce: risolti {n} problemi."],
};
