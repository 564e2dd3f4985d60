import type { Phrases } from "./phrases.ts";

export const korean: Phrases = {
  themes: {
    notes: "메모장",
    budget: "가계부",
    photos: "사진 편집기",
    weather: "날씨 레이더",
    puzzle: "퍼즐 여행",
    racing: "거리 레이싱",
    music: "음악 플레이어",
    recipes: "요리책",
    fitness: "피트니스 코치",
    travel: "여행 플래너",
    chat: "그룹 채팅",
    learning: "언어 수업",
  },
  subtitles: ["간단한 {theme}", "매일 쓰는 {theme}", "{n}초면 끝"],
  promotions: ["새로운 아이디어 {n}개, 지금 만나 보세요!", "짧은 기간 {n}% 할인."],
  openings: ["{name}은(는) 제대로 만든 {theme}입니다.", "{name}(으)로 더 짧은 시간에 더 많이."],
  features: ["오프라인 사용, 계정 불필요", "기기 {n}대 동기화", "템플릿 {n}개 이상", "데이터는 당신의 것"],
  closings: ["궁금한 점은 편하게 보내 주세요.", "{name}을(를) 이용해 주셔서 감사합니다!"],
  news: ["버그 수정 및 성능 개선.", "{name}이(가) 더 빨라졌고 버그 {n}개를 고쳤습니다."],
};
