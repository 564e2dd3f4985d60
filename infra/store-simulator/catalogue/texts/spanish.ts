import type { Phrases } from "./phrases.ts";

export const spanish: Phrases = {
  themes: {
    notes: "Notas",
    budget: "Control de gastos",
    photos: "Editor de fotos",
    weather: "Radar del tiempo",
    puzzle: "Rompecabezas",
    racing: "Carreras urbanas",
    music: "Reproductor de música",
    recipes: "Libro de recetas",
    fitness: "Entrenador personal",
    travel: "Planificador de viajes",
    chat: "Chat de grupo",
    learning: "Cursos de idiomas",
  },
  subtitles: ["{theme} sin complicaciones", "Tu {theme} de cada día", "Listo en {n} segundos"],
  promotions: ["¡Novedad! {n} ideas para probar hoy.", "{n} % de descuento por tiempo limitado."],
  openings: ["{name} es {theme} como debe ser.", "Con {name} harás más en menos tiempo."],
  features: [
    "Funciona sin conexión y sin cuenta",
    "Sincroniza {n} dispositivos",
    "Más de {n} plantillas y colores",
    "Widgets, atajos y modo oscuro",
    "Tus datos son tuyos",
  ],
  closings: ["¿Dudas? Escríbenos, respondemos siempre.", "¡Gracias por usar {name}!"],
  news: [
    "Corrección de errores y mejoras.",
    "{name} va más rápido y hemos corregido {n} fallos.",
    "Novedad: {n} plantillas más.\n- Mejor búsqueda",
  ],
};
