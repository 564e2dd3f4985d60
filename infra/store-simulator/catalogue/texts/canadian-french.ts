import type { Phrases } from "./phrases.ts";

export const canadianFrench: Phrases = {
  themes: {
    notes: "Notes",
    budget: "Budget facile",
    photos: "Éditeur photo",
    weather: "Radar météo",
    puzzle: "Jeu de casse-tête",
    racing: "Course de rue",
    music: "Lecteur de musique",
    recipes: "Livre de recettes",
    fitness: "Entraîneur",
    travel: "Carnet de voyage",
    chat: "Clavardage",
    learning: "Cours de langues",
  },
  subtitles: ["{theme} en toute simplicité", "Votre {theme} chaque jour", "Prêt en {n} secondes"],
  promotions: ["Nouveau : {n} idées à essayer!", "{n} % de rabais pour peu de temps."],
  openings: ["{name}, c'est {theme} sans casse-tête.", "Avec {name}, gagnez du temps chaque jour."],
  features: [
    "Fonctionne hors ligne, sans compte",
    "Synchronisation sur {n} appareils",
    "Plus de {n} modèles & couleurs",
    "Vos données restent à vous",
  ],
  closings: ["Une question? Écrivez-nous.", "Merci d'utiliser {name}!"],
  news: ["Corrections de bogues et améliorations.", "{name} est plus rapide, {n} bogues corrigés."],
};
