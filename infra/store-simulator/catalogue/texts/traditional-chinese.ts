import type { Phrases } from "./phrases.ts";

export const traditionalChinese: Phrases = {
  themes: {
    notes: "筆記本",
    budget: "記帳本",
    photos: "照片編輯",
    weather: "天氣雷達",
    puzzle: "解謎之旅",
    racing: "街頭賽車",
    music: "音樂播放器",
    recipes: "食譜大全",
    fitness: "健身教練",
    travel: "旅行計畫",
    chat: "群組聊天",
    learning: "語言課程",
  },
  subtitles: ["簡單好用的{theme}", "每天的{theme}", "{n} 秒完成"],
  promotions: ["全新推出：{n} 個新點子，馬上試試！", "限時 {n}% 優惠。"],
  openings: ["{name}，就該這樣的{theme}。", "用{name}，更少時間做更多事。"],
  features: ["離線可用，無需帳號", "{n} 台裝置同步", "超過 {n} 個範本", "資料歸你所有"],
  closings: ["有問題？請寫信給我們。", "感謝使用{name}！"],
  news: ["修正問題，提升效能。", "{name}更快了，修正了 {n} 個問題。"],
};
