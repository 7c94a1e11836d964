import { describe, expect, test } from 'vitest';
import { checkRows, createFieldChecker, libraryNames } from '../../renderer/features/import/check-rows.ts';
import { readyRows } from '../../renderer/features/import/classify-rows.ts';
import {
  isEncodingUnsure,
  openImport,
  reopenImport,
  withChosen,
  withCorrection,
  withEncodingProblem,
  withMapping,
} from '../../renderer/features/import/import-state.ts';
import { openPieces } from '../../renderer/features/import/open-source.ts';
import {
  decodeAs,
  encodingName,
  looksGarbled,
  TEXT_ENCODINGS,
  type TextEncoding,
} from '../../renderer/features/import/text-encodings.ts';
import { decodedText } from './decoded-text.ts';
import { encodeText } from './encode-text.ts';
import { NAMES } from './import-names.ts';
import { classified } from './reviewed-file.ts';

type Language = keyof typeof NAMES;

const WESTERN = ['windows-1252', 'macintosh', 'cp437', 'cp850', 'utf-8'] as const;
const CENTRAL = ['windows-1250', 'iso-8859-2', 'cp852'] as const;

/** The encodings that programs in each country use or used. */
const WRITTEN: Readonly<Record<Language, readonly string[]>> = {
  German: [...WESTERN, 'utf-8+bom', 'utf-16le+bom', 'utf-16be+bom', 'utf-16le'],
  French: WESTERN,
  Spanish: ['windows-1252', 'macintosh', 'cp850'],
  Portuguese: ['windows-1252', 'macintosh', 'cp850'],
  Swedish: WESTERN,
  Danish: ['windows-1252', 'macintosh', 'cp850'],
  Polish: CENTRAL,
  Czech: CENTRAL,
  Hungarian: CENTRAL,
  Romanian: ['windows-1250', 'iso-8859-2'],
  Croatian: CENTRAL,
  Turkish: ['windows-1254', 'utf-8'],
  Lithuanian: ['windows-1257'],
  Latvian: ['windows-1257'],
  Estonian: ['windows-1257', 'windows-1252'],
  Russian: [
    'windows-1251',
    'koi8-r',
    'iso-8859-5',
    'ibm866',
    'x-mac-cyrillic',
    'utf-8',
    'utf-16le',
    'utf-16be',
  ],
  Ukrainian: ['windows-1251', 'koi8-u', 'utf-8'],
  Bulgarian: ['windows-1251', 'koi8-r'],
  Greek: ['windows-1253', 'iso-8859-7', 'utf-8'],
  Hebrew: ['windows-1255', 'utf-8'],
  Arabic: ['windows-1256', 'utf-8'],
  Thai: ['windows-874', 'utf-8'],
  Japanese: ['shift_jis', 'euc-jp', 'iso-2022-jp', 'utf-8', 'utf-16le', 'utf-16be+bom'],
  Katakana: ['shift_jis', 'euc-jp', 'iso-2022-jp', 'utf-16le'],
  Chinese: ['gb18030', 'utf-8', 'utf-16be'],
  Traditional: ['big5', 'gb18030', 'utf-8'],
  Korean: ['euc-kr', 'utf-8', 'utf-16le+bom'],
};

const HEADERS = ['Name', 'Phone', 'CV', 'Job', 'Questionnaire'];
const JOB = '123e4567-e89b-12d3-a456-426614174000';

function namesOf(language: Language, count: number, from = 0): readonly string[] {
  const [given = [], family = []] = NAMES[language].map((names) => names.split(' '));
  return Array.from({ length: count }, (_, nth) => {
    const at = nth + from;
    return `${given[at % given.length]} ${family[(at * 7 + Math.floor(at / given.length)) % family.length]}`;
  });
}

function fileOf(names: readonly string[], delimiter: string): string {
  const lines = names.map((name, at) =>
    [name, `+49151123${String(at).padStart(5, '0')}`, `https://cv.example/${at}.pdf`, JOB, 'general'].join(
      delimiter,
    ),
  );
  return [HEADERS.join(delimiter), ...lines].join('\r\n');
}

async function openedFrom(bytes: Uint8Array, chosen?: TextEncoding) {
  const file = await openPieces('list.csv', [bytes], { chosen });
  if (!file.ok) throw new Error(file.error.code);
  return openImport(
    { ...file.value.source, digest: '' },
    { columns: null, country: null, before: null },
    'a',
  );
}

/** The names of the rows that are ready. */
function readyNames(open: Awaited<ReturnType<typeof openedFrom>>): readonly string[] {
  const { mapping, edits } = open;
  const options = {
    mapping,
    corrections: edits.corrections,
    chosen: edits.chosen,
    check: createFieldChecker(),
    lookUp: libraryNames([]),
  };
  const unsure = isEncodingUnsure(open);
  const checked = [...checkRows(open.source, options)].map((row) => withEncodingProblem(row, unsure));
  const rows = classified(checked, edits);
  return readyRows(rows).map(({ fields }) => fields.candidateName);
}

interface Tally {
  files: number;
  /** Read right before anybody chose an encoding. */
  right: number;
  asked: number;
  /** Asked about, but without the right encoding among the candidates. */
  missed: number;
  /** Ready with a wrong name. */
  readonly wrong: string[];
}

async function tryFile(
  names: readonly string[],
  label: string,
  delimiter: string,
  tally: Tally,
): Promise<void> {
  const text = fileOf(names, delimiter);
  const bytes = encodeText(text, label);
  const open = await openedFrom(bytes);
  const { decoding } = open.source;
  tally.files += 1;
  const isRight = (encoding: TextEncoding) => decodeAs(bytes, encoding) === text;
  if (!decoding || isRight(decoding.encoding)) tally.right += 1;
  if (decoding && !decoding.sure) {
    tally.asked += 1;
    if (!decoding.candidates.some(({ encoding }) => isRight(encoding))) tally.missed += 1;
  }
  const given = new Set(names);
  const wrong = readyNames(open).filter((name) => !given.has(name));
  if (wrong.length > 0) tally.wrong.push(`${label} as ${decoding?.encoding}: ${wrong[0]}`);
}

const newTally = (): Tally => ({ files: 0, right: 0, asked: 0, missed: 0, wrong: [] });

describe('the encoding of a list of names', () => {
  const total = newTally();

  test.each(Object.entries(WRITTEN) as (readonly [Language, readonly string[]])[])(
    'in %s is proven or asked about with the right one, never mistaken',
    async (language, labels) => {
      const tally = newTally();
      for (const label of labels) {
        for (const delimiter of [';', ',', '\t'])
          await tryFile(namesOf(language, 3), label, delimiter, tally);
        await tryFile(namesOf(language, 20), label, ',', tally);
        await tryFile(namesOf(language, 60), label, ';', tally);
      }
      expect(tally.wrong).toEqual([]);
      expect(tally.missed).toBe(0);
      for (const key of ['files', 'right', 'asked', 'missed'] as const) total[key] += tally[key];
    },
    60_000,
  );

  test('is the right one before it is asked about in more than nine of ten of these files', () => {
    console.info(`${total.files} files: ${total.right} right, ${total.asked} asked about`);
    expect(total.files).toBeGreaterThan(400);
    expect(total.right / total.files).toBeGreaterThan(0.9);
  });

  test('is never mistaken for lists of one to three names in any case and order', async () => {
    const tally = newTally();
    const manners = [
      (name: string) => name,
      (name: string) => name.toUpperCase(),
      (name: string) => name.toLowerCase(),
      (name: string) => name.split(' ').reverse().join(' '),
    ];
    for (const [language, labels] of Object.entries(WRITTEN) as [Language, readonly string[]][]) {
      for (const label of labels) {
        for (const [at, manner] of manners.entries()) {
          for (const count of [1, 2, 3]) {
            const names = namesOf(language, count, at * 5 + count).map(manner);
            if (canEncode(names, label)) await tryFile(names, label, ';', tally);
          }
        }
      }
    }
    console.info(`${tally.files} short files: ${tally.right} right, ${tally.missed} without the right one`);
    expect(tally.wrong).toEqual([]);
    expect(tally.files).toBeGreaterThan(900);
  }, 120_000);

  test('is not asked about for plain ASCII', async () => {
    const bytes = encodeText(fileOf(['Ada Lovelace', "Conan O'Brien"], ';'), 'utf-8');
    expect((await decodedText(bytes)).decoding).toBeNull();
    expect(readyNames(await openedFrom(bytes))).toEqual(['Ada Lovelace', "Conan O'Brien"]);
  });

  test('in many western languages at once is not mistaken for Central European', async () => {
    const names = (['German', 'French', 'Spanish', 'Portuguese', 'Swedish', 'Danish'] as const).flatMap(
      (language) => namesOf(language, 10),
    );
    const { decoding } = await decodedText(encodeText(fileOf(names, ','), 'windows-1252'));
    expect(decoding).toMatchObject({ encoding: 'windows-1252', sure: false });
  });
});

/** Not every old encoding has all capitals of a language. */
function canEncode(names: readonly string[], label: string): boolean {
  try {
    return encodeText(names.join(), label).length > 0;
  } catch {
    return false;
  }
}

describe('an uncertain encoding', () => {
  // Spanish `Peña` or Polish `Peńa`: both are possible.
  const unsure = () => encodeText(fileOf(['José Peña', 'Bob Miller'], ';'), 'windows-1252');

  test('keeps rows with text beyond ASCII from being ready, unless the user corrects them', async () => {
    const open = await openedFrom(unsure());
    expect(open.source.decoding?.sure).toBe(false);
    expect(readyNames(open)).toEqual(['Bob Miller']);
    const corrected = withCorrection(open, 2, 'candidateName', 'José Pena');
    expect(readyNames(corrected)).toEqual(['José Pena', 'Bob Miller']);
  });

  test('makes them ready once it is confirmed', async () => {
    const open = await openedFrom(unsure());
    const as = open.source.decoding?.encoding === 'windows-1250' ? 'José Peńa' : 'José Peña';
    expect(readyNames({ ...open, encodingConfirmed: true })).toEqual([as, 'Bob Miller']);
    expect(readyNames(await openedFrom(unsure(), 'windows-1252'))).toEqual(['José Peña', 'Bob Miller']);
  });

  test('is offered with sample names', async () => {
    const { decoding } = (await openedFrom(unsure())).source;
    expect(decoding?.candidates).toEqual(
      expect.arrayContaining([
        { encoding: 'windows-1252', sample: 'José Peña' },
        { encoding: 'windows-1250', sample: 'José Peńa' },
      ]),
    );
  });
});

describe('an encoding chosen by the user', () => {
  const bytes = encodeText(
    `Prénom et nom;Téléphone;CV;Job;Questionnaire\nHélène Lefèvre;+4915112345678;https://a.example;${JOB};q`,
    'windows-1252',
  );
  const NOTHING_KNOWN = { columns: null, country: null, before: null };

  test('counts as certain, and its column names are matched', async () => {
    const wrong = await openedFrom(bytes, 'koi8-r');
    expect(wrong.source.decoding).toMatchObject({ encoding: 'koi8-r', sure: true });
    expect(wrong.mapping.phoneNumber).toEqual({ from: 'nowhere' });
    expect(readyNames(wrong)).toEqual([]);
    const { source } = await openedFrom(bytes, 'windows-1252');
    const reopened = reopenImport(wrong, { ...source, digest: '' }, NOTHING_KNOWN);
    expect(reopened.mapping.phoneNumber).toEqual({ from: 'columns', columns: [1] });
    expect(readyNames(withMapping(reopened, { ...reopened.mapping, candidateName: NAME }))).toEqual([
      'Hélène Lefèvre',
    ]);
  });

  const NAME = { from: 'columns', columns: [0] } as const;

  test('keeps earlier choices and corrections', async () => {
    const before = await openedFrom(bytes, 'koi8-r');
    const job = { from: 'constant', value: JOB } as const;
    const mapping = { ...before.mapping, candidateName: NAME, jobDescriptionId: job };
    const chosen = withCorrection(
      withMapping({ ...before, reading: 'DE', notBefore: 5, consent: 'yes' }, mapping),
      2,
      'candidateName',
      'Helen',
    );
    const { source } = await openedFrom(bytes, 'windows-1252');
    const reopened = reopenImport(chosen, { ...source, digest: '' }, NOTHING_KNOWN);
    expect(reopened).toMatchObject({ id: 'a', reading: 'DE', notBefore: 5, consent: 'yes' });
    expect(reopened.mapping).toMatchObject({ candidateName: NAME, jobDescriptionId: job });
    expect(readyNames(reopened)).toEqual(['Helen']);
  });

  test.each(TEXT_ENCODINGS)('can be %s, which has a readable name', async (encoding) => {
    expect(encodingName(encoding)).toMatch(/^\p{Lu}\p{Ll}+.* \(.+\)$/u);
    const { decoding } = await decodedText(bytes, encoding);
    expect(decoding).toMatchObject({ encoding, sure: true });
  });
});

describe('a name that looks garbled', () => {
  test.each([
    'Èâàí Ïåòðîâ',
    'JosÃ© GarcÃ\u00ada',
    'Ð˜Ð²Ð°Ð½',
    'Иван РџРµС‚СЂРѕРІ',
    'йЧБО рЕФТПЧ',
    'Íõ Î°',
    'ÎáéÜñãïò',
    'Ðáðáäüðïõëïò',
    'M\u0081ller',
    'Jos\uFFFD',
    'Fran‡ois',
    'P‚rez',
    'Jos‚',
    'Gonz\u00A0lez',
    'MŸller',
    'Bj”rn',
    '£ukasz Wójcik',
    'W¹s',
    'ŽR“c',
    'ﾃﾎｻ',
    'K├╢hler',
    'M³ller',
    'Mьller',
    'Мuller',
    'Müllερ',
    'ΰ',
    '¤¤¤å',
    '±è¹ÎÁØ',
  ])('is one: %s', (name) => {
    expect(looksGarbled(name)).toBe(true);
  });

  test.each([
    'José María Muñoz',
    'Mª José Íñigo',
    'Jürgen Groß-Öztürk',
    'Zoë',
    'Øystein Ærø Åse',
    'Łukasz Żółkiewski',
    'Győző Erdős',
    'Ştefan Țuțea',
    'İbrahim Öğüt Üçüncü Işıl',
    'Žydrūnas Ąžuolas',
    'Nguyễn Thị Đỗ',
    'Đặng Ý',
    'Seán Ó Séaghdha',
    "Renée D'Août",
    'D’Angelo Péré',
    'Müller–Lüdenscheidt',
    'William “Zoë” Gates',
    'MÜLLER ÖZDEMIR',
    'GARCÍA-PEÑA, ÁNGEL',
    'von\u00A0der Leyen Ü',
    'Иван Щербаков',
    'ЕКАТЕРИНА',
    'Їжак Ґалаґан',
    'Анна-Мария О’Коннор',
    'Ανδρέας Παπαδόπουλος',
    'ΆΝΝΑ',
    'דוד כהן',
    'محمد الحسن',
    'สมชาย ใจดี',
    '山田 太郎',
    'さくら ヤマダ',
    'マイケル・J・フォックス',
    '김민준',
    '李小龙 (Bruce Lee)',
    'Анна (Anna) Müller',
    'Gal·la Núñez',
    'Þór Ðorri',
    '👩‍💻 Zoë',
  ])('is not one: %s', (name) => {
    expect(looksGarbled(name)).toBe(false);
  });

  test('is ready only once it was chosen, and a name with lost letters never', async () => {
    const open = await openedFrom(encodeText(fileOf(['W¹s', 'Jos\uFFFD', 'Zoë Ada'], ';'), 'utf-8'));
    expect(readyNames(open)).toEqual(['Zoë Ada']);
    const chosen = withChosen(open, 'candidateName', new Map([[2, 'W¹s']]), 'Choice');
    expect(readyNames(chosen)).toEqual(['W¹s', 'Zoë Ada']);
  });
});
