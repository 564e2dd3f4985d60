/** Facts of the stores, written independently of the code that derives them: language:country, storefronts in order. */

export const iosListings = `
  en-US:us de-DE:de fr-FR:fr en-GB:gb ja:jp pt-BR:br tr:tr en-AU:au en-CA:ca es-ES:es it:it ko:kr ar:ae es-MX:mx
  nl-NL:nl ru:ru hr:ba zh-Hans:cn cs:cz da:dk fi:fi el:gr zh-Hant:hk hu:hu id:id he:il ms:my nb:no pl:pl
  pt-PT:pt ro:ro sv:se sk:sk th:th uk:ua vi:vn hi:in fr-CA:ca ca:es`;

export const androidListings = `
  en-US:us de-DE:de fr-FR:fr en-GB:gb ja:jp pt-BR:br en-IN:in tr-TR:tr en-AU:au en-CA:ca es-ES:es it:it ko:kr
  ar:ae es-419:mx nl-NL:nl ru:ru hr:ba zh-CN:cn cs-CZ:cz da-DK:dk fi-FI:fi el:gr zh-HK:hk hu:hu id:id he:il
  zh-TW:mo ms:my nb-NO:no pl:pl pt-PT:pt ro:ro sv:se en-SG:sg sk:sk th:th uk:ua vi:vn hi:in ta:in mr:in te:in
  kn:in ml:in bn-BD:in pa:in fr-CA:ca ca:es pt:ao et:ee fa:ir is:is km:kh lo:la si:lk lt:lt lv:lv my-MM:mm
  fil:ph`;

export const iosStorefronts = `
  us de fr gb jp br in tr au ca es it kr ae cn id mx nl ru sa af al am ar at az ba be bg bh bw by cd ch ci cl cm co
  cy cz dk do dz ec ee eg fi ga ge gh gr hk hr hu ie il iq is jo ke kh kw kz lb lt lu lv ly ma me mm mo mv mw
  my ng no np nr nz om pe ph pk pl pt qa ro rs rw se sg si sk sn th tn to tw tz ua ug uy uz ve vn vu xk za zm zw`;

export function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
