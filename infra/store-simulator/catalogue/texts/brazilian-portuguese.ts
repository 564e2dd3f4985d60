import type { Phrases } from "./phrases.ts";

export const brazilianPortuguese: Phrases = {
  themes: {
    notes: "Notas",
    budget: "Controle de gastos",
    photos: "Editor de fotos",
    weather: "Radar do tempo",
    puzzle: "Quebra-cabeça",
    racing: "Corrida de rua",
    music: "Tocador de música",
    recipes: "Livro de receitas",
    fitness: "Treinador",
    travel: "Roteiro de viagem",
    chat: "Bate-papo",
    learning: "Aulas de idiomas",
  },
  subtitles: ["{theme} sem complicação", "Seu {theme} de todo dia", "Pronto em {n} segundos"],
  promotions: ["Novidade: {n} ideias para testar agora!", "{n} % de desconto por tempo limitado."],
  openings: ["{name} é {theme} do jeito certo.", "Com {name} você faz mais em menos tempo."],
  features: [
    "Funciona offline, sem conta",
    "Sincroniza {n} aparelhos",
    "Mais de {n} modelos e cores",
    "Seus dados são seus",
  ],
  closings: ["Dúvidas? Escreva para a gente.", "Obrigado por usar {name}!"],
  news: ["Correções de bugs e melhorias.", "{name} está mais rápido e corrigimos {n} bugs."],
};
