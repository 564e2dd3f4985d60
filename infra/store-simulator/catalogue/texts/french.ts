import type { Phrases } from "./phrases.ts";

export const french: Phrases = {
  themes: {
    notes: "Notes",
    budget: "Budget facile",
    photos: "Éditeur photo",
    weather: "Radar météo",
    puzzle: "Jeu de puzzle",
    racing: "Course de rue",
    music: "Lecteur de musique",
    recipes: "Livre de recettes",
    fitness: "Coach sportif",
    travel: "Carnet de voyage",
    chat: "Messagerie",
    learning: "Cours de langues",
  },
  subtitles: ["{theme} en toute simplicité", "Votre {theme} au quotidien", "Prêt en {n} secondes"],
  promotions: [
    "Nouveau : {n} idées à découvrir !",
    "{n} % de réduction pour peu de temps.",
    "Déjà {n} millions d'utilisateurs.",
  ],
  openings: ["{name}, c'est {theme} sans se compliquer la vie.", "Découvrez {name} et gagnez du temps chaque jour."],
  features: [
    "Fonctionne hors connexion, sans compte",
    "Synchronisation sur {n} appareils",
    "Plus de {n} modèles & couleurs",
    "Widgets, raccourcis et mode sombre",
    "Vos données restent à vous",
  ],
  closings: ["Une question ? Écrivez-nous, nous répondons toujours.", "Merci d'utiliser {name} !"],
  news: [
    "Corrections de bugs et améliorations.",
    "{name} est plus rapide, {n} bugs corrigés.\nMerci pour vos retours !",
    "Nouveau : {n} modèles de plus.",
  ],
};
