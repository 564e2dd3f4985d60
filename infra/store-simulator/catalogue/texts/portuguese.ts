import type { Phrases } from "./phrases.ts";

export const portuguese: Phrases = {
  themes: {
    notes: "Notas",
    budget: "Gestão de despesas",
    photos: "Editor de fotografias",
    weather: "Radar do tempo",
    puzzle: "Quebra-cabeças",
    racing: "Corridas de rua",
    music: "Leitor de música",
    recipes: "Livro de receitas",
    fitness: "Treinador",
    travel: "Plano de viagem",
    chat: "Conversas",
    learning: "Aulas de línguas",
  },
  subtitles: ["{theme} sem complicações", "O seu {theme} diário", "Pronto em {n} segundos"],
  promotions: ["Novidade: {n} ideias para experimentar!", "{n} % de desconto por tempo limitado."],
  openings: ["{name} é {theme} como deve ser.", "Com {name} faz mais em menos tempo."],
  features: [
    "Funciona sem ligação e sem conta",
    "Sincroniza {n} dispositivos",
    "Mais de {n} modelos e cores",
    "Os seus dados são seus",
  ],
  closings: ["Dúvidas? Escreva-nos.", "Obrigado por utilizar {name}!"],
  news: ["Correções de erros e melhorias.", "{name} está mais rápido e corrigimos {n} erros."],
};
