import type { Phrases } from "./phrases.ts";

export const polish: Phrases = {
  themes: {
    notes: "Notatnik",
    budget: "Budżet domowy",
    photos: "Edytor zdjęć",
    weather: "Radar pogody",
    puzzle: "Łamigłówki",
    racing: "Uliczne wyścigi",
    music: "Odtwarzacz muzyki",
    recipes: "Książka kucharska",
    fitness: "Trener fitness",
    travel: "Plan podróży",
    chat: "Czat grupowy",
    learning: "Kurs językowy",
  },
  subtitles: ["{theme} bez komplikacji", "Twój {theme} na co dzień", "Gotowe w {n} sekund"],
  promotions: ["Nowość: {n} świeżych pomysłów!", "Tylko teraz {n} % taniej."],
  openings: ["{name} to {theme}, jak należy.", "Z {name} zrobisz więcej w krótszym czasie."],
  features: [
    "Działa offline, bez konta",
    "Synchronizuje {n} urządzeń",
    "Ponad {n} szablonów i kolorów",
    "Twoje dane są twoje",
  ],
  closings: ["Pytania? Napisz do nas.", "Dziękujemy, że używasz {name}!"],
  news: ["Poprawki błędów i usprawnienia.", "{name} działa szybciej, usunęliśmy {n} błędów."],
};
