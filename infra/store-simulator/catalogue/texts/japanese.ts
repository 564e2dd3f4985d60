import type { Phrases } from "./phrases.ts";

export const japanese: Phrases = {
  themes: {
    notes: "メモ帳",
    budget: "家計簿",
    photos: "写真編集",
    weather: "雨雲レーダー",
    puzzle: "パズル冒険",
    racing: "ストリートレース",
    music: "音楽プレーヤー",
    recipes: "レシピ帳",
    fitness: "フィットネス",
    travel: "旅行プラン",
    chat: "グループチャット",
    learning: "語学レッスン",
  },
  subtitles: ["かんたん{theme}", "毎日の{theme}", "{n}秒で完了"],
  promotions: ["新登場：{n}個のアイデアを今すぐお試しください！", "期間限定{n}%オフ。"],
  openings: ["{name}は、迷わず使える{theme}です。", "{name}なら、短い時間でもっとはかどります。"],
  features: ["オフライン対応、登録不要", "{n}台まで同期", "{n}種類以上のテンプレート", "データはあなたのもの"],
  closings: ["ご質問はお気軽にどうぞ。", "{name}をご利用いただきありがとうございます！"],
  news: ["不具合の修正と性能の改善。", "{name}がさらに速くなり、{n}件の不具合を修正しました。"],
};
