import type { Phrases } from "./phrases.ts";

export const dutch: Phrases = {
  themes: {
    notes: "Notities",
    budget: "Huishoudboekje",
    photos: "Foto-editor",
    weather: "Weerradar",
    puzzle: "Puzzeltocht",
    racing: "Straatrace",
    music: "Muziekspeler",
    recipes: "Kookboek",
    fitness: "Fitnesscoach",
    travel: "Reisplanner",
    chat: "Groepschat",
    learning: "Taallessen",
  },
  subtitles: ["{theme} zonder gedoe", "Jouw {theme} voor elke dag", "Klaar in {n} seconden"],
  promotions: ["Nieuw: {n} frisse ideeën. Probeer ze nu!", "Tijdelijk {n} % korting."],
  openings: ["{name} is {theme} zoals het hoort.", "Met {name} doe je meer in minder tijd."],
  features: [
    "Werkt offline, zonder account",
    "Synchroniseert {n} apparaten",
    "Meer dan {n} sjablonen en kleuren",
    "Je gegevens blijven van jou",
  ],
  closings: ["Vragen? Schrijf ons gerust.", "Bedankt dat je {name} gebruikt!"],
  news: ["Bugs opgelost en prestaties verbeterd.", "{name} is sneller en {n} bugs zijn weg."],
};
