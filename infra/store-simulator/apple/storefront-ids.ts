import type { StoreRoute } from "../store-route.ts";

const numbers =
  "ae 143481 af 143610 al 143575 am 143524 ao 143564 ar 143505 at 143445 au 143460 az 143568 ba 143612 be 143446 " +
  "bg 143526 bh 143559 bo 143556 br 143503 bw 143525 by 143565 ca 143455 cd 143613 ch 143459 ci 143527 cl 143483 " +
  "cm 143574 cn 143465 co 143501 cr 143495 cy 143557 cz 143489 de 143443 dk 143458 do 143508 dz 143563 ec 143509 " +
  "ee 143518 eg 143516 es 143454 fi 143447 fr 143442 ga 143614 gb 143444 ge 143615 gh 143573 gr 143448 gt 143504 " +
  "hk 143463 hn 143510 hr 143494 hu 143482 id 143476 ie 143449 il 143491 in 143467 iq 143617 is 143558 it 143450 " +
  "jo 143528 jp 143462 ke 143529 kh 143579 kr 143466 kw 143493 kz 143517 la 143587 lb 143497 lk 143486 lt 143520 " +
  "lu 143451 lv 143519 ly 143567 ma 143620 md 143523 me 143619 mg 143531 mk 143530 ml 143532 mm 143570 mo 143515 " +
  "mr 143590 mt 143521 mu 143533 mv 143488 mw 143589 mx 143468 my 143473 mz 143593 ng 143561 ni 143512 nl 143452 " +
  "no 143457 np 143484 nr 143606 nz 143461 om 143562 pa 143485 pe 143507 ph 143474 pk 143477 pl 143478 pt 143453 " +
  "py 143513 qa 143498 ro 143487 rs 143500 ru 143469 rw 143621 sa 143479 se 143456 sg 143464 si 143499 sk 143496 " +
  "sn 143535 sv 143506 th 143475 tn 143536 to 143608 tr 143480 tw 143470 tz 143572 ua 143492 ug 143537 us 143441 " +
  "uy 143514 uz 143566 ve 143502 vn 143471 vu 143609 xk 143624 ye 143571 za 143472 zm 143622 zw 143605";

const countryByNumber = new Map<string, string>();
for (const [, country = "", number = ""] of numbers.matchAll(/([a-z]{2}) (\d+)/g)) countryByNumber.set(number, country);

/** The header may be a number or a text such as `143441-1,24 t:native`. The default is the United States. */
export function countryOfStoreFront(header: string | undefined): string {
  return countryByNumber.get(header?.match(/^\d+/)?.[0] ?? "") ?? "us";
}

export function storeFrontOf(country: string): string | undefined {
  return [...countryByNumber].find(([, code]) => code === country)?.[0];
}

export function hasStoreFront(country: string): boolean {
  return [...countryByNumber.values()].includes(country);
}

/** Apple's own apps send storefront and language as headers. */
export function nativeSubject({ headers }: Parameters<StoreRoute["subject"]>[0]): ReturnType<StoreRoute["subject"]> {
  return {
    appIds: [],
    country: countryOfStoreFront(headers["x-apple-store-front"]?.toString()),
    language: headers["accept-language"] ?? null,
  };
}
