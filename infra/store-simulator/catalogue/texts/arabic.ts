import type { Phrases } from "./phrases.ts";

export const arabic: Phrases = {
  themes: {
    notes: "ملاحظات",
    budget: "مخطط الميزانية",
    photos: "محرر الصور",
    weather: "رادار الطقس",
    puzzle: "رحلة الألغاز",
    racing: "سباق الشوارع",
    music: "مشغل الموسيقى",
    recipes: "كتاب الوصفات",
    fitness: "مدرب اللياقة",
    travel: "مخطط الرحلات",
    chat: "دردشة جماعية",
    learning: "دروس اللغات",
  },
  subtitles: ["{theme} ببساطة", "{theme} كل يوم", "جاهز خلال {n} ثانية"],
  promotions: ["جديد: {n} فكرة. جرّبها الآن!", "خصم {n} % لفترة قصيرة."],
  openings: ["{name} هو {theme} كما يجب أن يكون.", "مع {name} تنجز أكثر في وقت أقل."],
  features: ["يعمل دون اتصال وبلا حساب", "مزامنة بين {n} أجهزة", "أكثر من {n} قالب ولون", "بياناتك لك"],
  closings: ["أسئلة؟ راسلنا.", "شكرًا لاستخدام {name}!"],
  news: ["إصلاح أخطاء وتحسينات.", "أصبح {name} أسرع وأصلحنا {n} خطأ."],
};
