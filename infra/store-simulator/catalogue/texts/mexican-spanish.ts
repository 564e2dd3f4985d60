import type { Phrases } from "./phrases.ts";

export const mexicanSpanish: Phrases = {
  themes: {
    notes: "Notas",
    budget: "Control de gastos",
    photos: "Editor de fotos",
    weather: "Radar del clima",
    puzzle: "Rompecabezas",
    racing: "Carreras callejeras",
    music: "Reproductor de música",
    recipes: "Recetario",
    fitness: "Entrenador personal",
    travel: "Planeador de viajes",
    chat: "Chat grupal",
    learning: "Clases de idiomas",
  },
  subtitles: ["{theme} sin complicaciones", "Tu {theme} diario", "Listo en {n} segundos"],
  promotions: ["¡Nuevo! {n} ideas para probar ya.", "{n} % de descuento por poco tiempo."],
  openings: ["{name} es {theme} como debe ser.", "Con {name} haces más en menos tiempo."],
  features: [
    "Funciona sin internet y sin cuenta",
    "Sincroniza {n} dispositivos",
    "Más de {n} plantillas y colores",
    "Tus datos son tuyos",
  ],
  closings: ["¿Dudas? Escríbenos.", "¡Gracias por usar {name}!"],
  news: ["Corrección de errores y mejoras.", "{name} es más rápido y corregimos {n} fallas."],
};
