import type { Phrases } from "./phrases.ts";

export const english: Phrases = {
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
    travel: "Trip Planner",
    chat: "Group Chat",
    learning: "Language Lessons",
  },
  subtitles: ["{theme} made simple", "Your {theme} every day", "{theme} for everyone", "Organize it in {n} seconds"],
  promotions: [
    "New this season: {n} fresh ideas. Try them now!",
    "{n} % off for a short time only.",
    "Join {n} million happy people today.",
    "Now faster than ever & ready for you.",
  ],
  openings: [
    "{name} is the {theme} that stays out of your way.",
    "Meet {name}, a {theme} you will actually enjoy.",
    "With {name} you get more done in less time.",
  ],
  features: [
    "Works offline, no account needed",
    "Sync across {n} devices",
    "Over {n} templates & color themes",
    "Widgets, shortcuts and dark mode",
    "Private by design: your data stays yours",
    'Share with family "in one tap"',
  ],
  closings: [
    "Questions? Write to us, we answer every message.",
    "Subscriptions renew unless cancelled 24 hours before the period ends.",
    "Thank you for using {name}!",
  ],
  news: [
    "Bug fixes and performance improvements.",
    "We've made {name} faster & fixed {n} bugs.\nThanks for your feedback!",
    "New: {n} more templates.\n- Better search\n- Smoother scrolling",
  ],
};
