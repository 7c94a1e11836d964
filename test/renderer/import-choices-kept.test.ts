import { describe, expect, test } from 'vitest';
import { checkRows, createFieldChecker, libraryNames } from '../../renderer/features/import/check-rows.ts';
import type { ReviewRow } from '../../renderer/features/import/classify-rows.ts';
import {
  hasEdits,
  isEncodingUnsure,
  type OpenImport,
  reopenImport,
  withAnyway,
  withChosen,
  withCorrection,
  withEncodingProblem,
  withExcluded,
  withHidden,
  withReading,
  withUndo,
} from '../../renderer/features/import/import-state.ts';
import { openPieces } from '../../renderer/features/import/open-source.ts';
import type { TextEncoding } from '../../renderer/features/import/text-encodings.ts';
import { encodeText } from './encode-text.ts';
import { textRow, workbookOf } from './import-workbook.ts';
import { classified, JOB, openedFile, outcomeOf } from './reviewed-file.ts';

/** A German landline number in national format, and a British number with a +. */
const AMBIGUOUS = '447946012345';
const BRITISH = '+447946012345';
const HEADERS = ['Name', 'Phone', 'CV', 'Job', 'Questionnaire'];
const NOTHING_KNOWN = { columns: null, country: null, before: null };

const person = (name: string, phone: string) => [name, phone, 'https://cv.example/1', JOB, 'q'];

function reviewed(open: OpenImport): readonly ReviewRow[] {
  const { source, mapping, reading, edits } = open;
  const { corrections, chosen, anyway, excluded } = edits;
  const check = createFieldChecker(reading);
  const checked = checkRows(source, { mapping, corrections, chosen, check, lookUp: libraryNames([]) });
  const rows = [...checked].map((row) => withEncodingProblem(row, isEncodingUnsure(open)));
  return classified(rows, { anyway, excluded });
}

const outcomes = (open: OpenImport) => reviewed(open).map(outcomeOf);

const choose = (open: OpenImport, value: string, number = 2) =>
  withChosen(open, 'phoneNumber', new Map([[number, value]]), 'Choice of 1 phone number');

const CHOICE = /^choose .*DE national \| .*GB plus$/;

describe('a hidden row with an ambiguous number', () => {
  const opened = async () => {
    const hidden = textRow(2, ...person('Ada Lovelace', AMBIGUOUS)).replace('<row', '<row hidden="1"');
    const rows = textRow(1, ...HEADERS) + hidden + textRow(3, ...person('Grace Hopper', '+4915112345678'));
    return withReading(await openedFile(workbookOf([{ name: 'List', rows }])), 'DE');
  };

  test('is left out, needs a choice once included, is ready once chosen, and each step can be undone', async () => {
    const open = await opened();
    const [out, grace] = ['excluded: Hidden in the workbook.', 'ready +4915112345678'];
    expect(outcomes(open)).toEqual([out, grace]);
    expect(hasEdits(open)).toBe(false);

    const taken = withHidden(open, true);
    expect(outcomes(taken)).toEqual([expect.stringMatching(CHOICE), grace]);
    const chosen = choose(taken, BRITISH);
    expect(outcomes(chosen)).toEqual([`ready ${BRITISH} This row is hidden in the workbook.`, grace]);
    expect(hasEdits(chosen)).toBe(true);
    expect(hasEdits({ ...chosen, queued: new Map([[2, BRITISH]]) })).toBe(false);

    const unchosen = withUndo(chosen);
    expect(outcomes(unchosen)).toEqual([expect.stringMatching(CHOICE), grace]);
    expect(outcomes(withUndo(unchosen))).toEqual([out, grace]);
  });

  test('keeps its choice while it is left out', async () => {
    const chosen = choose(withHidden(await opened(), true), BRITISH);
    const out = withHidden(chosen, false);
    expect(outcomes(out)[0]).toBe('excluded: Hidden in the workbook.');
    expect(outcomes(withExcluded(out, [2], false))[0]).toContain(`ready ${BRITISH}`);
  });
});

describe('a list read in another encoding', () => {
  const list = (...people: readonly (readonly string[])[]) =>
    encodeText([HEADERS, ...people].map((cells) => cells.join(';')).join('\n'), 'windows-1251');
  const ambiguous = list(person('Иван Петров', AMBIGUOUS), person('Ольга Сидорова', '+4915112345678'));

  async function openedAs(bytes: Uint8Array, encoding: TextEncoding): Promise<OpenImport> {
    const file = await openPieces('list.csv', [bytes], { chosen: encoding });
    if (!file.ok) throw new Error(file.error.code);
    const read = await openedFile(bytes);
    return reopenImport(withReading(read, 'DE'), { ...file.value.source, digest: '' }, NOTHING_KNOWN);
  }

  async function readAs(open: OpenImport, bytes: Uint8Array, encoding: TextEncoding): Promise<OpenImport> {
    const { source } = await openedAs(bytes, encoding);
    return reopenImport(open, source, NOTHING_KNOWN);
  }

  test('asks about a garbled name next to a chosen number, until somebody says that it is right', async () => {
    const wrong = await openedAs(ambiguous, 'windows-1252');
    expect(outcomes(wrong)[0]).toBe(
      'choose Èâàí Ïåòðîâ right | +49 4479 46012345 DE national | +44 7946 012345 GB plus',
    );
    const chosen = choose(wrong, BRITISH);
    expect(outcomes(chosen)).toEqual(['choose Èâàí Ïåòðîâ right', 'choose Îëüãà Ñèäîðîâà right']);
    const right = withChosen(chosen, 'candidateName', new Map([[2, 'Èâàí Ïåòðîâ']]), 'Choice');
    expect(outcomes(right)[0]).toBe(`ready ${BRITISH}`);
    expect(outcomes(withUndo(right))).toEqual(outcomes(chosen));
    const lost = withCorrection(chosen, 3, 'candidateName', '#N/A');
    expect(outcomes(lost)[1]).toBe('invalid: Candidate name: "#N/A" is not a name. Enter it.');
  });

  test('keeps a chosen number, which can still be undone', async () => {
    const chosen = choose(await openedAs(ambiguous, 'windows-1252'), BRITISH);
    const right = await readAs(chosen, ambiguous, 'windows-1251');
    expect(right.edits.chosen).toBe(chosen.edits.chosen);
    expect(reviewed(right)[0]?.fields).toMatchObject({ candidateName: 'Иван Петров', phoneNumber: BRITISH });
    expect(outcomes(withUndo(right))[0]).toMatch(CHOICE);
  });

  test('reports lost letters in a name, without also calling it garbled', async () => {
    const lost = encodeText(
      [HEADERS, person('Jos\uFFFD Peña', AMBIGUOUS)].map((cells) => cells.join(';')).join('\n'),
      'utf-8',
    );
    const open = choose(withReading(await openedFile(lost), 'DE'), BRITISH);
    expect(outcomes(open)).toEqual(['invalid: Candidate name: This name has lost letters. Enter it again.']);
  });

  test('drops decisions to queue duplicates, even after Undo', async () => {
    const twice = list(person('Иван Петров', '+4915112345678'), person('Ольга Сидорова', '+4915112345678'));
    const included = withAnyway(await openedAs(twice, 'windows-1251'), [3], true);
    expect(outcomes(included)[1]).toContain('ready');
    const edited = withCorrection(included, 2, 'candidateName', 'Iwan');
    const again = await readAs(edited, twice, 'koi8-r');
    for (const open of [
      again,
      withReading(edited, '+'),
      withUndo(again),
      withUndo(withReading(edited, '+')),
    ]) {
      expect(open.edits.anyway.size).toBe(0);
    }
  });
});
