import type { SeededRandom } from './seeded-random.ts';

/** Given names and family names by script, and the countries whose numbers such a person may have. */
interface Region {
  readonly share: number;
  readonly given: string;
  readonly family: string;
  /** Country code and how many digits follow it. */
  readonly phones: readonly (readonly [string, number])[];
  readonly familyFirst?: boolean;
}

const REGIONS: readonly Region[] = [
  {
    share: 40,
    given:
      'James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan Joseph Jessica Thomas Sarah Christopher Karen Charles Nancy Daniel Lisa Matthew Betty Anthony Margaret Mark Sandra Donald Ashley Steven Kimberly Paul Emily Andrew Donna Joshua Michelle Kenneth Carol Kevin Amanda Brian Dorothy George Melissa Timothy Deborah',
    family:
      "Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill Flores O'Brien McDonald Carter-Hughes Okafor Mensah",
    phones: [
      ['1', 10],
      ['44', 10],
    ],
  },
  {
    share: 25,
    given:
      'Jürgen Käthe Søren Zoë François Anaïs Łukasz Małgorzata Željko Agnieszka Björn Åsa Jiří Zuzana José María Iñigo João Inês Çağla Ömer İbrahim Renée Noël Siân Pádraig Niamh Mihály Zsófia Ștefan Ioana Gülşen Øystein Ængus Thijs Fleur',
    family:
      'Müller Schröder Groß Weiß Lefèvre Dupré Nowak Wiśniewska Kovačić Novák Dvořáková Sørensen Ødegård Nuñez Muñoz Gonçalves Conceição Yılmaz Şahin Öztürk Szabó Nagy Popescu Țîrlea Ångström Lindström de-la-Cruz van-der-Berg Fitzgerald Brontë',
    phones: [
      ['49', 11],
      ['33', 9],
      ['48', 9],
      ['34', 9],
      ['90', 10],
      ['420', 9],
    ],
  },
  {
    share: 10,
    given: 'Александр Мария Дмитрий Анна Сергей Елена Оксана Тарас Їжак Світлана Олег Наталья',
    family: 'Иванова Смирнов Кузнецова Попов Шевченко Коваленко Бондар Ткачук Йовович Петров',
    phones: [
      ['380', 9],
      ['7', 10],
    ],
  },
  {
    share: 8,
    given: '伟 芳 娜 秀英 敏 静 磊 军 洋 勇 艳 杰 娟 涛 明 超',
    family: '王 李 张 刘 陈 杨 黄 赵 吴 周 徐 孙 马 朱 胡 郭',
    phones: [['86', 11]],
    familyFirst: true,
  },
  {
    share: 5,
    given: '蓮 陽菜 湊 葵 大翔 凛 さくら ハルト',
    family: '佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村',
    phones: [['81', 10]],
    familyFirst: true,
  },
  {
    share: 7,
    given: 'محمد فاطمة أحمد عائشة يوسف مريم علي زينب خالد نور',
    family: 'الأحمد العلي حسن إبراهيم عبد-الله المصري الخطيب منصور',
    phones: [
      ['20', 10],
      ['971', 9],
    ],
  },
  {
    share: 5,
    given: 'आरव प्रिया अर्जुन अनन्या रोहन दिव्या विक्रम नेहा',
    family: 'शर्मा वर्मा गुप्ता सिंह पटेल रेड्डी',
    phones: [['91', 10]],
  },
];

export interface MadeUpPerson {
  readonly name: string;
  /** E.164. */
  readonly phone: string;
}

export function madeUpPerson(random: SeededRandom): MadeUpPerson {
  const region = random.weighted(REGIONS, ({ share }) => share);
  const given = random.one(region.given.split(' '));
  const family = random.one(region.family.split(' ')).replaceAll('-', random.chance(0.5) ? ' ' : '-');
  const middle = random.chance(0.15) ? ` ${random.one(region.given.split(' '))}` : '';
  const [code, digits] = random.one(region.phones);
  return {
    name: region.familyFirst ? `${family}${given}` : `${given}${middle} ${family}`,
    phone: `+${code}${random.digits(digits)}`,
  };
}
