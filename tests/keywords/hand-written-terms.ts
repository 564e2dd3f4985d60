/**
 * Listings and terms written by hand: each term is an entry of the dictionary that is named beside it, and how often it
 * occurs was counted by eye. Capitals, half-width letters and suffixes after an apostrophe are part of what is tested.
 * `foundAs` is what is found of a compound that ICU splits, without a part that is a stop word.
 */
type Term = readonly [term: string, count: number, source: string, foundAs?: string];

export type HandWritten = {
  readonly name: string;
  readonly locale: string;
  readonly fields: readonly string[];
  readonly terms: readonly Term[];
};

const DAIJISEN = "Digital Daijisen (Shogakukan), entry of the same spelling";
const ROYAL_INSTITUTE = "Royal Institute Dictionary, B.E. 2554, entry or subentry of the same spelling";
const OZHEGOV = "S. I. Ozhegov, Dictionary of the Russian Language, entry of the same spelling";
const TDK = "Turkish Language Association, Contemporary Turkish Dictionary, entry of the same spelling";

const japanese: HandWritten = {
  name: "Japanese",
  locale: "ja",
  fields: [
    "写真日記 - 毎日の思い出",
    `写真と日記を一緒に保存できるアプリです。天気と場所も自動で記録します。
カレンダーから過去の日記を検索できます。
写真は無料で編集できます。家族や友達と共有することもできます。
ﾊﾟｽﾜｰﾄﾞで大切な記録を守ります。詳細はhttps://example.com/をご覧ください。`,
  ],
  terms: [
    ["写真", 3, DAIJISEN],
    ["日記", 3, DAIJISEN],
    ["記録", 2, DAIJISEN],
    ["毎日", 1, DAIJISEN],
    ["思い出", 1, DAIJISEN],
    ["保存", 1, DAIJISEN],
    ["アプリ", 1, DAIJISEN],
    ["天気", 1, DAIJISEN],
    ["場所", 1, DAIJISEN],
    ["自動", 1, DAIJISEN],
    ["カレンダー", 1, DAIJISEN],
    ["過去", 1, DAIJISEN],
    ["検索", 1, DAIJISEN],
    ["無料", 1, DAIJISEN],
    ["編集", 1, DAIJISEN],
    ["家族", 1, DAIJISEN],
    ["友達", 1, DAIJISEN],
    ["共有", 1, DAIJISEN],
    ["パスワード", 1, DAIJISEN],
    ["大切", 1, DAIJISEN],
  ],
};

const thai: HandWritten = {
  name: "Thai",
  locale: "th",
  fields: [
    "อุณหภูมิของเมือง",
    `แอปนี้แสดงอุณหภูมิและแผนที่ของเมือง
แผนที่แสดงฝนและพายุ
กล้องถ่ายภาพท้องฟ้าและทะเล
ปฏิทินบอกเทศกาล
ครอบครัวและเพื่อนเดินทางปลอดภัย
โรงเรียนและโรงพยาบาลใกล้บ้าน
อาหารและดนตรีในตลาด`,
  ],
  terms: [
    ["อุณหภูมิ", 2, ROYAL_INSTITUTE],
    ["เมือง", 2, ROYAL_INSTITUTE],
    ["แผนที่", 2, ROYAL_INSTITUTE],
    ["ฝน", 1, ROYAL_INSTITUTE],
    ["พายุ", 1, ROYAL_INSTITUTE],
    ["กล้อง", 1, ROYAL_INSTITUTE],
    ["ท้องฟ้า", 1, ROYAL_INSTITUTE],
    ["ทะเล", 1, ROYAL_INSTITUTE],
    ["ปฏิทิน", 1, ROYAL_INSTITUTE],
    ["เทศกาล", 1, ROYAL_INSTITUTE],
    ["ครอบครัว", 1, ROYAL_INSTITUTE],
    ["เพื่อน", 1, ROYAL_INSTITUTE],
    ["เดินทาง", 1, ROYAL_INSTITUTE, "เดิน"],
    ["ปลอดภัย", 1, ROYAL_INSTITUTE],
    ["โรงเรียน", 1, ROYAL_INSTITUTE],
    ["โรงพยาบาล", 1, ROYAL_INSTITUTE, "โรง พยาบาล"],
    ["บ้าน", 1, ROYAL_INSTITUTE],
    ["อาหาร", 1, ROYAL_INSTITUTE],
    ["ดนตรี", 1, ROYAL_INSTITUTE],
    ["ตลาด", 1, ROYAL_INSTITUTE],
  ],
};

const russian: HandWritten = {
  name: "Russian",
  locale: "ru",
  fields: [
    "Погода: прогноз и карта",
    `ПОГОДА сегодня, прогноз на неделю. Дождь, снег или ветер: карта покажет.
Температура для каждого города. Дневник, календарь и СЛОВАРЬ в одном приложении.
Музыка и сон, здоровье и спорт. Бюджет и перевод без комиссии.
Урок английского языка. Поезд по расписанию. Фотография дня. Город в кармане.`,
  ],
  terms: [
    ["погода", 2, OZHEGOV],
    ["прогноз", 2, OZHEGOV],
    ["карта", 2, OZHEGOV],
    ["дождь", 1, OZHEGOV],
    ["снег", 1, OZHEGOV],
    ["ветер", 1, OZHEGOV],
    ["температура", 1, OZHEGOV],
    ["дневник", 1, OZHEGOV],
    ["календарь", 1, OZHEGOV],
    ["словарь", 1, OZHEGOV],
    ["музыка", 1, OZHEGOV],
    ["сон", 1, OZHEGOV],
    ["здоровье", 1, OZHEGOV],
    ["спорт", 1, OZHEGOV],
    ["бюджет", 1, OZHEGOV],
    ["перевод", 1, OZHEGOV],
    ["урок", 1, OZHEGOV],
    ["поезд", 1, OZHEGOV],
    ["фотография", 1, OZHEGOV],
    ["город", 1, OZHEGOV],
  ],
};

const turkish: HandWritten = {
  name: "Turkish",
  locale: "tr",
  fields: [
    "Hava ve Harita",
    `IŞIK, müzik ve KİTAP. Hava'nın durumu: yağmur ve rüzgâr.
Işık kapalıyken uyku. İLAÇ saatini hatırlatır.
Fotoğraf, günlük ve takvim. Çeviri ile SÖZLÜK.
Sağlık ve SPOR için bütçe. Her öğrenci için şehir haritası. Kapı zili.`,
  ],
  terms: [
    ["hava", 2, TDK],
    ["ışık", 2, TDK],
    ["harita", 1, TDK],
    ["müzik", 1, TDK],
    ["kitap", 1, TDK],
    ["yağmur", 1, TDK],
    ["rüzgâr", 1, TDK],
    ["uyku", 1, TDK],
    ["ilaç", 1, TDK],
    ["fotoğraf", 1, TDK],
    ["günlük", 1, TDK],
    ["takvim", 1, TDK],
    ["çeviri", 1, TDK],
    ["sözlük", 1, TDK],
    ["sağlık", 1, TDK],
    ["spor", 1, TDK],
    ["bütçe", 1, TDK],
    ["öğrenci", 1, TDK],
    ["şehir", 1, TDK],
    ["kapı", 1, TDK],
  ],
};

export const handWritten: readonly HandWritten[] = [japanese, thai, russian, turkish];
