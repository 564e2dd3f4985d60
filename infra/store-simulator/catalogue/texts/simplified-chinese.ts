import type { Phrases } from "./phrases.ts";

export const simplifiedChinese: Phrases = {
  themes: {
    notes: "笔记本",
    budget: "记账本",
    photos: "照片编辑",
    weather: "天气雷达",
    puzzle: "解谜之旅",
    racing: "街头赛车",
    music: "音乐播放器",
    recipes: "食谱大全",
    fitness: "健身教练",
    travel: "旅行计划",
    chat: "群聊",
    learning: "语言课程",
  },
  subtitles: ["简单好用的{theme}", "每天的{theme}", "{n} 秒搞定"],
  promotions: ["全新上线：{n} 个新点子，马上试试！", "限时 {n}% 优惠。"],
  openings: ["{name}，就该这样的{theme}。", "用{name}，更少时间做更多事。"],
  features: ["离线可用，无需账号", "{n} 台设备同步", "超过 {n} 个模板", "数据归你所有"],
  closings: ["有问题？请写信给我们。", "感谢使用{name}！"],
  news: ["修复问题，提升性能。", "{name}更快了，修复了 {n} 个问题。"],
};
