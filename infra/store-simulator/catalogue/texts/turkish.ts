import type { Phrases } from "./phrases.ts";

export const turkish: Phrases = {
  themes: {
    notes: "Notlar",
    budget: "Bütçe Takibi",
    photos: "Fotoğraf Düzenleyici",
    weather: "Hava Radarı",
    puzzle: "Bulmaca Yolculuğu",
    racing: "Sokak Yarışı",
    music: "Müzik Çalar",
    recipes: "Tarif Defteri",
    fitness: "Spor Koçu",
    travel: "Gezi Planı",
    chat: "Grup Sohbeti",
    learning: "Dil Dersleri",
  },
  subtitles: ["Kolay {theme}", "Her gün {theme}", "{n} saniyede hazır"],
  promotions: ["Yeni: {n} taze fikir. Şimdi dene!", "Kısa süre için %{n} indirim."],
  openings: ["{name}, olması gerektiği gibi {theme}.", "{name} ile daha az zamanda daha çok iş."],
  features: [
    "Çevrimdışı çalışır, hesap gerekmez",
    "{n} cihaz arasında eşitlenir",
    "{n} şablon ve renk",
    "Verilerin sana ait",
  ],
  closings: ["Sorun mu var? Bize yaz.", "{name} kullandığın için teşekkürler!"],
  news: ["Hata düzeltmeleri ve iyileştirmeler.", "{name} artık daha hızlı, {n} hata giderildi."],
};
