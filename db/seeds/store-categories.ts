import type { Platform, StoreCategory, StoreCategoryType } from "../../lib/domain/platform.ts";

type Row = readonly [externalId: string | null, name: string];

const IOS_GAMES = "6014";

const iosApps: readonly Row[] = [
  [null, "All"],
  ["6018", "Books"],
  ["6000", "Business"],
  ["6026", "Developer Tools"],
  ["6017", "Education"],
  ["6016", "Entertainment"],
  ["6015", "Finance"],
  ["6023", "Food & Drink"],
  ["6014", "Games"],
  ["6027", "Graphics & Design"],
  ["6013", "Health & Fitness"],
  ["6012", "Lifestyle"],
  ["6021", "Magazines & Newspapers"],
  ["6020", "Medical"],
  ["6011", "Music"],
  ["6010", "Navigation"],
  ["6009", "News"],
  ["6008", "Photo & Video"],
  ["6007", "Productivity"],
  ["6006", "Reference"],
  ["6005", "Social Networking"],
  ["6024", "Shopping"],
  ["6004", "Sports"],
  ["6003", "Travel"],
  ["6002", "Utilities"],
  ["6001", "Weather"],
];

const iosGames: readonly Row[] = [
  ["7001", "Action"],
  ["7002", "Adventure"],
  ["7003", "Casual"],
  ["7004", "Board"],
  ["7005", "Card"],
  ["7006", "Casino"],
  ["7009", "Family"],
  ["7011", "Music"],
  ["7012", "Puzzle"],
  ["7013", "Racing"],
  ["7014", "Role Playing"],
  ["7015", "Simulation"],
  ["7016", "Sports"],
  ["7017", "Strategy"],
  ["7018", "Trivia"],
  ["7019", "Word"],
];

const androidApps: readonly Row[] = [
  [null, "All"],
  ["ANDROID_WEAR", "Android Wear"],
  ["ART_AND_DESIGN", "Art & Design"],
  ["AUTO_AND_VEHICLES", "Auto & Vehicles"],
  ["BEAUTY", "Beauty"],
  ["BOOKS_AND_REFERENCE", "Books & Reference"],
  ["BUSINESS", "Business"],
  ["COMICS", "Comics"],
  ["COMMUNICATION", "Communication"],
  ["DATING", "Dating"],
  ["EDUCATION", "Education"],
  ["ENTERTAINMENT", "Entertainment"],
  ["EVENTS", "Events"],
  ["FINANCE", "Finance"],
  ["FOOD_AND_DRINK", "Food & Drink"],
  ["HEALTH_AND_FITNESS", "Health & Fitness"],
  ["HOUSE_AND_HOME", "House & Home"],
  ["LIFESTYLE", "Lifestyle"],
  ["MAPS_AND_NAVIGATION", "Maps & Navigation"],
  ["MEDICAL", "Medical"],
  ["MUSIC_AND_AUDIO", "Music & Audio"],
  ["NEWS_AND_MAGAZINES", "News & Magazines"],
  ["PARENTING", "Parenting"],
  ["PERSONALIZATION", "Personalization"],
  ["PHOTOGRAPHY", "Photography"],
  ["PRODUCTIVITY", "Productivity"],
  ["SHOPPING", "Shopping"],
  ["SOCIAL", "Social"],
  ["SPORTS", "Sports"],
  ["TOOLS", "Tools"],
  ["TRAVEL_AND_LOCAL", "Travel & Local"],
  ["VIDEO_PLAYERS", "Video Players & Editors"],
  ["WEATHER", "Weather"],
];

const androidGames: readonly Row[] = [
  ["GAME", "Game"],
  ["FAMILY", "Family"],
  ["GAME_ACTION", "Game Action"],
  ["GAME_ADVENTURE", "Game Adventure"],
  ["GAME_ARCADE", "Game Arcade"],
  ["GAME_BOARD", "Game Board"],
  ["GAME_CARD", "Game Card"],
  ["GAME_CASINO", "Game Casino"],
  ["GAME_CASUAL", "Game Casual"],
  ["GAME_EDUCATIONAL", "Game Educational"],
  ["GAME_MUSIC", "Game Music"],
  ["GAME_PUZZLE", "Game Puzzle"],
  ["GAME_RACING", "Game Racing"],
  ["GAME_ROLE_PLAYING", "Game Role Playing"],
  ["GAME_SIMULATION", "Game Simulation"],
  ["GAME_SPORTS", "Game Sports"],
  ["GAME_STRATEGY", "Game Strategy"],
  ["GAME_TRIVIA", "Game Trivia"],
  ["GAME_WORD", "Game Word"],
  ["FAMILY_ACTION", "Family Action & Adventure"],
  ["FAMILY_BRAINGAMES", "Family Brain Games"],
  ["FAMILY_CREATE", "Family Creativity"],
  ["FAMILY_EDUCATION", "Family Education"],
  ["FAMILY_MUSICVIDEO", "Family Music & Video"],
  ["FAMILY_PRETEND", "Family Pretend Play"],
];

export const storeCategories: readonly StoreCategory[] = [
  ...iosApps.map((row) => category("ios", "app", row, null)),
  ...iosGames.map((row) => category("ios", "game", row, IOS_GAMES)),
  ...androidApps.map((row) => category("android", "app", row, null)),
  ...androidGames.map((row) => category("android", "game", row, androidParent(row))),
];

function category(
  platform: Platform,
  type: StoreCategoryType,
  [externalId, name]: Row,
  parentExternalId: string | null,
): StoreCategory {
  return { platform, type, externalId, name, slug: slug(name), parentExternalId };
}

function androidParent([externalId]: Row): string | null {
  return ["GAME", "FAMILY"].find((parent) => externalId?.startsWith(`${parent}_`)) ?? null;
}

function slug(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}
