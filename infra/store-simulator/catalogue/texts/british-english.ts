import type { Phrases } from "./phrases.ts";

export const britishEnglish: Phrases = {
  themes: {
    notes: "Notes",
    budget: "Budget Planner",
    photos: "Photo Editor",
    weather: "Weather Radar",
    puzzle: "Puzzle Quest",
    racing: "Street Racing",
    music: "Music Player",
    recipes: "Recipe Book",
    fitness: "Fitness Coach",
    travel: "Holiday Planner",
    chat: "Group Chat",
    learning: "Language Lessons",
  },
  subtitles: ["{theme} made simple", "Your {theme} every day", "Organise it in {n} seconds", "Your favourite {theme}"],
  promotions: [
    "New this autumn: {n} fresh ideas. Have a go!",
    "{n} % off, for a short while only.",
    "Join {n} million happy people today.",
  ],
  openings: ["{name} is the {theme} that keeps out of your way.", "Meet {name}, a {theme} you will rather enjoy."],
  features: [
    "Works offline, no account needed",
    "Sync across {n} devices",
    "Over {n} templates & colour themes",
    "Widgets, shortcuts and dark mode",
    "Private by design: your data stays yours",
  ],
  closings: ["Questions? Drop us a line, we answer every message.", "Thank you for using {name}!"],
  news: [
    "Bug fixes and performance improvements.",
    "We've made {name} quicker & fixed {n} bugs.\nCheers for your feedback!",
    "New: {n} more templates.\n- Better search",
  ],
};
