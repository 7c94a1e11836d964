/**
 * The letters beyond a to z of each language. A name in the wrong encoding mixes letters that no language has together:
 * `Françoise Hélène` read as Windows-1250 is `Françoise Hélčne`.
 */
const LETTERS = {
  german: 'äöüß',
  french: 'àâæçéèêëîïôœùûüÿ',
  spanish: 'áéíñóúüç',
  portuguese: 'áàâãçéêíóôõúü',
  italian: 'àèéìíòóùú',
  nordic: 'åäöæøéüð',
  icelandic: 'áðéíóúýþæö',
  dutch: 'áéëïèöüó',
  catalan: 'àçéèíïóòúü',
  polish: 'ąćęłńóśźż',
  czech: 'áčďéěíňóřšťúůýžö',
  slovak: 'áäčďéíĺľňóôŕšťúýž',
  hungarian: 'áéíóöőúüű',
  romanian: 'ăâîşţșț',
  southSlavic: 'čćđšž',
  albanian: 'çë',
  turkish: 'çğıi̇öşüâîû',
  lithuanian: 'ąčęėįšųūž',
  latvian: 'āčēģīķļņšūžōŗ',
  estonian: 'äõöüšž',
  russian: 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  ukrainian: 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя’',
  belarusian: 'абвгдеёжзійклмнопрстуўфхцчшыьэюя',
  serbian: 'абвгдђежзијклљмнњопрстћуфхцчџш',
  macedonian: 'абвгдѓежзѕијклљмнњопрстќуфхцчџш',
  greek: 'αάβγδεέζηήθιίϊΐκλμνξοόπρσςτυύϋΰφχψωώ',
} as const;

const LANGUAGES = Object.values(LETTERS).map((letters) => new Set(letters));

/** The share of words (0 to 1) whose letters fit the best single language (`one`), or each fit some language (`any`). */
export function languageShares(words: readonly string[]): { readonly one: number; readonly any: number } {
  if (words.length === 0) return { one: 1, any: 1 };
  const letters = words.map((word) => [...word.toLowerCase()].filter((letter) => letter > '\u007f'));
  const fits = (language: ReadonlySet<string>) => (word: readonly string[]) =>
    word.every((letter) => language.has(letter));
  const most = Math.max(...LANGUAGES.map((language) => letters.filter(fits(language)).length));
  const some = letters.filter((word) => LANGUAGES.some((language) => fits(language)(word))).length;
  return { one: most / words.length, any: some / words.length };
}

/** The characters of most East Asian names. Chinese read as Korean, or the reverse, has next to none of them. */
const COMMON = {
  Chinese: new Set(
    '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段钱汤尹黎易常武乔贺赖龚文' +
      '伟芳娜秀英敏静丽强磊军洋勇艳杰娟涛明超兰霞平刚桂红玉华建国志海燕鹏辉玲飞斌宇浩凯健俊帆帅旭宁鑫欣怡雪婷慧莹佳琳颖倩梅萍春晓东波新云峰光天成小子思雨晨嘉琪梓涵子轩浩然一诺美莉永利德生福荣贵祥凤珍香月瑞瑶蕾薇菲晶璐璇' +
      '陳張劉楊趙黃吳孫馬羅鄭謝韓馮許鄧蕭曾呂蘇盧蔣葉閻鍾譚鄒陸龍萬錢湯賴龔顧喬賀' +
      '家豪淑芬志明美玲俊傑雅婷建宏怡君宗翰佩珊偉麗靜強軍勇艷娟濤蘭剛紅華國鵬輝飛凱健寧雲東曉鳳珍貴榮慧瑩穎詩涵宜蓁冠宇承恩柏翰彥廷品妤欣瑜雯惠芳秀英素貞玉嘉文雄正義信義彬賢哲維仁育智惠儀筱萱郁婉鈺曉琪子軒',
  ),
  Japanese: new Set(
    '佐藤鈴木高橋田中伊渡辺山本村小林加吉斎斉井上口松清水野原石崎藤島川長谷橋阿部森池内青福太岡西後坂谷近遠河三浦宮前金工酒武竹丸今杉横菅久保関平新千葉岩菊大塚安柴東南北北原片桐尾角星黒白秋沢澤浜濱土屋柳望月荒服根岸堀飯馬' +
      '太郎花子健一美咲翔陽菜直樹恵誠裕智明正和幸雄夫弘博之隆浩秀俊洋介輔大拓也真由紀香奈理沙愛未来優結衣葵凛蓮悠斗颯湊莉央彩恵里子加代久子千尋純敏文義信昭豊茂勝進勇徹学修司孝志次三二男女実貴史哲亮航海空春夏冬桜',
  ),
  Korean: new Set(
    '김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진지엄채원천방공현함변염여추도소석선설마길연위표명기반왕금옥육인맹제모탁국어은편용' +
      '준서훈수빈은영미경호재상동혜나윤아예태승규철숙희순자선미정현주연하린율채원유소민석환욱건찬솔라람별가다리나보라슬세시온유의화창범권혁균섭식봉열웅걸복례춘말',
  ),
} as const;

export type EastAsian = keyof typeof COMMON;

const KANA = /[\u3041-\u30ff]/;

/** The share of a text's characters (0 to 1) that are common in names of a language. */
export function commonShare(text: string, language: EastAsian): number {
  const all = [...text].filter((letter) => /[\p{L}ー]/u.test(letter) && letter > '\u007f');
  if (all.length === 0) return 0;
  const common = COMMON[language];
  const found = all.filter((letter) => common.has(letter) || (language === 'Japanese' && KANA.test(letter)));
  return found.length / all.length;
}
