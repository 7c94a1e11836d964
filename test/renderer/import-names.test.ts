import { describe, expect, test } from 'vitest';
import { submissionInput } from '../../shared/submission.ts';
import { encodeText } from './encode-text.ts';
import { textRow, workbookOf } from './import-workbook.ts';
import { JOB, outcomeOf, reviewedFile } from './reviewed-file.ts';

const HEADERS = ['Name', 'Phone', 'CV', 'Job', 'Questionnaire'];
const PHONE = '+4915112345678';

const cellsOf = (name: string) => [name, PHONE, 'https://cv.example/1', JOB, 'general'];
const listOf = (name: string) => [HEADERS, cellsOf(name)].map((cells) => cells.join(';')).join('\n');
const workbookWith = (name: string) =>
  workbookOf([{ name: 'List', rows: textRow(1, ...HEADERS) + textRow(2, ...cellsOf(name)) }]);

async function readAs(bytes: Uint8Array) {
  const [row] = await reviewedFile(bytes);
  return [row?.state, row?.fields?.candidateName];
}

/** Names with a word without an ASCII letter, of unusual letters, or of several alphabets. */
const NAMES = [
  'Paweł Żółć',
  'Łęcka Żąć',
  'Śś Ół',
  'Mehmet Öğüç',
  'Üğüş İşçi',
  'Ümüş Ağ',
  'Anne Ää',
  'Jüri Õõ',
  'Öö Üü',
  'Pekka Äö',
  'Åå Öhman',
  'Őő Győző',
  'Ödön Űű',
  'Éé Áé',
  'Đỗ Ý',
  'Ấn Đặng',
  'Nguyễn Ước',
  'Ỷ Ơ',
  'Říčář Žďářů',
  'Ůů Čáň',
  'Ľúč Ťšť',
  'Ελένη Παπαδοπούλου',
  'Ζωή Ωμ',
  'Я Ё',
  'Юлия Щербакова',
  'Їжак Ґалаґан',
  'Ђорђе Ћић',
  'محمد الحسن',
  'نور',
  'דוד כהן',
  'ץםן אב',
  '李小龙',
  '伟',
  '山田太郎',
  'ﾔﾏﾀﾞ ﾀﾛｳ',
  'さくら ヤマダ',
  '김민준',
  'अमित शर्मा',
  'रवि',
  'สมชาย ใจดี',
  'Þór Ðað',
  'Æð Öþ',
  'Øø Ærø',
  'Āā Ēģe',
  'Ąžė Šūš',
  'Çë Ëç',
  'Șț Ăâî',
  'Ñ Ñú',
  'Anna МакКей',
  'Иван Smith-Петров',
  'DeÁngelis MacÉwan',
  'ἸΩΆΝΝΗΣ Σ',
  'გიორგი',
  'Հայկ Ներսիսյան',
  'Ñandú ê',
  'Àé',
];

describe('a name', () => {
  test.each(NAMES)('%s is ready from a workbook and from Unicode text, and in the form', async (name) => {
    const read = {
      workbook: await readAs(workbookWith(name)),
      withoutMark: await readAs(encodeText(listOf(name), 'utf-8')),
      withMark: await readAs(encodeText(`\uFEFF${listOf(name)}`, 'utf-8')),
      utf16: await readAs(encodeText(`\uFEFF${listOf(name)}`, 'utf-16le')),
      form: submissionInput.shape.candidateName.parse(name),
    };
    const ready = ['ready', name];
    expect(read).toEqual({ workbook: ready, withoutMark: ready, withMark: ready, utf16: ready, form: name });
  });

  test.each([
    ['Paweł Żółć', 'windows-1250'],
    ['Mehmet Öğüç', 'windows-1254'],
  ])('%s is asked about where its encoding %s was guessed, and never invalid', async (name, encoding) => {
    const others = ['Łukasz Wąs', 'Józef Wójcik', 'Grażyna Dąbrowska', 'Świętosława Kiełbasińska'];
    const turkish = ['Işıl Öztürk', 'Gülşen Yıldız', 'Çağrı Şahin', 'Ömer Güneş'];
    const names = [name, ...(encoding === 'windows-1250' ? others : turkish)];
    const rows = names.map((each, at) => [each, `+49151123456${10 + at}`, ...cellsOf(each).slice(2)]);
    const bytes = encodeText([HEADERS, ...rows].map((cells) => cells.join(';')).join('\n'), encoding);
    const reviewed = await reviewedFile(bytes);
    expect(reviewed.map(outcomeOf)).toEqual([
      `choose ${name} right`,
      ...rows.slice(1).map(([, phone]) => `ready ${phone}`),
    ]);
    const chosen = await reviewedFile(bytes, null, new Map([[2, { candidateName: name }]]));
    expect(chosen[0]).toMatchObject({ state: 'ready', fields: { candidateName: name } });
  });

  test.each(['W¹s', '£ukasz', 'K├╢hler', 'Fran‡ois'])(
    '%s, which has a sign in it, is asked about in a workbook, too',
    async (name) => {
      const [row] = await reviewedFile(workbookWith(name));
      expect(outcomeOf(row)).toBe(`choose ${name} right`);
    },
  );

  test.each(['2026-03-04T10:30:00', '10:30:00', '1.5E+20'])(
    'is not what a workbook stores for dates, times and numbers: %s',
    async (text) => {
      const [row] = await reviewedFile(workbookWith(text));
      expect(outcomeOf(row)).toBe('invalid: Candidate name: This name has no letters. Enter it again.');
    },
  );
});
