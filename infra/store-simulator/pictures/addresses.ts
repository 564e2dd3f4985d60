import type { Platform } from "../../../lib/domain/platform.ts";

import { type TextLanguage, textLanguages } from "../catalogue/languages.ts";
import type { AppFacts, CatalogueScreenshot } from "../catalogue/records.ts";
import { type Theme, themes } from "../catalogue/texts/phrases.ts";

type Device = CatalogueScreenshot["device_type"];

export type PictureSubject = {
  readonly platform: Platform;
  readonly bundleId: string;
  readonly brand: string;
  readonly theme: Theme;
  readonly revision: number;
};

export type Picture =
  | (PictureSubject & { readonly kind: "icon"; readonly width: number; readonly height: number })
  | (PictureSubject & {
      readonly kind: "screenshot";
      readonly language: TextLanguage;
      readonly device: Device;
      readonly order: number;
    });

/** RFC 2606 reserves `.example`. Stored addresses depend on no port; `serve-pictures.ts` defines the served ones. */
export const PICTURES_URL = "https://images.example/";

type PicturedApp = Pick<AppFacts, "platform" | "bundleId">;

export function iconAddress({ platform, bundleId }: PicturedApp, revision: number): string {
  return `${PICTURES_URL}${platform}/icons/${bundleId}/r${revision}/512x512bb.png`;
}

export function screenshotAddress(
  { platform, bundleId }: PicturedApp,
  { language, revision, device, order }: { language: TextLanguage; revision: number; device: Device; order: number },
): string {
  const file = { iphone: "1290x2796bb.jpg", ipad: "2048x2732bb.jpg", phone: "screen.png" }[device];
  return `${PICTURES_URL}${platform}/shots/${bundleId}/${language}/r${revision}/${device}-${order + 1}/${file}`;
}

const APP = String.raw`com\.(?<brand>[a-z]{2,24})\.(?<theme>[a-z]{2,12})(?<index>\d{1,6})`;
/** Numbers of revisions are negative for days long before day 0. */
const REVISION = String.raw`r(?<revision>-?\d{1,5})`;
/** A feature graphic, such as `1024x500-3.png`, is a wide part of the icon. */
const ICON = new RegExp(
  `^(?<platform>ios|android)/icons/${APP}/${REVISION}/` +
    String.raw`(?<width>\d{1,4})x(?<height>\d{1,4})(?:bb|-\d{1,5})?\.(?:png|jpg)$`,
);
const SCREENSHOT = new RegExp(
  `^(?<platform>ios|android)/shots/${APP}/(?<language>[A-Za-z-]{2,8})/${REVISION}/` +
    "(?<device>iphone|ipad|phone)-(?<place>[1-8])/" +
    String.raw`(?:screen\.png|\d{1,4}x\d{1,4}bb\.(?:png|jpg))$`,
);

export function readPictureAddress(path: string): Picture | undefined {
  const icon = ICON.exec(path)?.groups;
  if (icon !== undefined) {
    const subject = readSubject(icon);
    return subject && { ...subject, kind: "icon", width: Number(icon.width), height: Number(icon.height) };
  }
  const shot = SCREENSHOT.exec(path)?.groups;
  const language = textLanguages.find((known) => known === shot?.language);
  const device = (["iphone", "ipad", "phone"] as const).find((known) => known === shot?.device);
  if (shot === undefined || language === undefined || device === undefined) return undefined;
  const subject = readSubject(shot);
  return subject && { ...subject, kind: "screenshot", language, device, order: Number(shot.place) - 1 };
}

function readSubject(parts: Record<string, string>): PictureSubject | undefined {
  const { brand = "", index = "", revision = "" } = parts;
  const theme = themes.find((known) => known === parts.theme);
  if (theme === undefined) return undefined;
  return {
    platform: parts.platform === "ios" ? "ios" : "android",
    bundleId: `com.${brand}.${theme}${index}`,
    brand: brand.charAt(0).toUpperCase() + brand.slice(1),
    theme,
    revision: Number(revision),
  };
}
