import { describe, expect, it } from 'vitest';
import { libraryFileText } from '../../electron/reports/exported-lists.ts';
import { compareLibrary } from '../../renderer/features/library/compare-library.ts';
import {
  decodeLibraryFile,
  parseCsv,
  readLibraryFile,
} from '../../renderer/features/library/read-library-file.ts';
import type { DescribedField } from '../../shared/described-field.ts';
import type { LibraryLabel } from '../../shared/library.ts';
import { told } from '../told.ts';

const JOB = '123e4567-e89b-12d3-a456-426614174000';

function label(changes: Partial<LibraryLabel> = {}): LibraryLabel {
  return {
    kind: 'job_description',
    serviceId: JOB,
    name: 'Engineer',
    note: '',
    defaultQuestionnaireId: null,
    archived: false,
    fields: [],
    ...changes,
  };
}

const FIELDS: LibraryLabel['fields'] = [
  {
    ...{ path: '/speakers/name=A, "B";/share', label: '=Share\nof talk', smallest: -1.5, largest: 1e6 },
    ...{ better: 'lower', headline: true, cover: 'covered' },
  },
  {
    path: '/verdict',
    label: 'Verdict',
    smallest: null,
    largest: null,
    better: null,
    headline: false,
    cover: 'covered',
  },
];

const LABELS = [
  label({ note: 'Two\nlines, "quoted"; and =formula', defaultQuestionnaireId: 'general' }),
  label({ kind: 'questionnaire', serviceId: 'general', name: '=1+2', archived: true, fields: FIELDS }),
  label({ kind: 'questionnaire', serviceId: 'أسئلة', name: 'أسئلة عامة', note: "it's" }),
];

function read(text: string) {
  const file = readLibraryFile(text);
  if (!file.ok) throw new Error(file.error.code);
  return file.value;
}

describe('a Library file', () => {
  it.each(['json', 'csv'] as const)('round-trips as %s', (format) => {
    expect(read(libraryFileText(LABELS, format).replace('\uFEFF', ''))).toEqual({
      entries: LABELS,
      problems: [],
    });
  });

  it('covers fields until a verdict if it is from before that could be chosen', () => {
    const { cover: _, ...field } = { ...FIELDS[1] };
    const entries = [{ kind: 'questionnaire', id: 'general', fields: [field] }];
    const file = read(JSON.stringify({ format: 'callboard-library', version: 1, entries }));
    expect(file.entries[0]?.fields).toMatchObject([{ path: '/verdict', cover: 'covered' }]);
  });

  it('keeps which fields may be seen before a verdict', () => {
    const fields = FIELDS.map((field) => ({ ...field, cover: 'open' as const }));
    const labels = [label({ kind: 'questionnaire', serviceId: 'general', fields })];
    for (const format of ['json', 'csv'] as const) {
      expect(read(libraryFileText(labels, format).replace('\uFEFF', '')).entries).toEqual(labels);
    }
  });

  it('never runs as a formula in a spreadsheet', () => {
    expect(libraryFileText(LABELS, 'csv')).toContain(",'=1+2,");
  });

  it('may be CSV with another delimiter, and few columns in any order', () => {
    expect(read('Name;ID;Kind\r\nAllgemein;general;Questionnaire\r\n;;\r\n').entries).toEqual([
      label({ kind: 'questionnaire', serviceId: 'general', name: 'Allgemein' }),
    ]);
  });

  it('leaves out invalid entries and says where and why', () => {
    const { entries, problems } = read(
      `kind,id,name\njob,${JOB},A\njob_description,job-17,B\nquestionnaire,,C\nquestionnaire,q,D\nquestionnaire,q,E`,
    );
    expect(entries.map(({ name }) => name)).toEqual(['D']);
    expect(problems).toEqual([
      'Row 2: the kind is neither job_description nor questionnaire.',
      'Row 3: A job description ID looks like 123e4567-e89b-12d3-a456-426614174000.',
      'Row 4: Enter the ID.',
      'Row 6: the ID q is in the file twice. The first one is used.',
    ]);
  });

  it.each([
    ['not_a_library', 'hello'],
    ['not_a_library', ''],
    ['not_a_library', '{"entries": []}'],
    ['not_a_library', '[1, 2'],
    ['newer_library', '{"format": "callboard-library", "version": 2, "entries": []}'],
  ])('is refused with a next step: %s', (code, text) => {
    const file = readLibraryFile(text);
    expect(told(file)).toMatchObject({ code, nextStep: expect.any(String) });
  });

  it('is read in the encodings that spreadsheets write', async () => {
    const utf16 = new Uint8Array([0xff, 0xfe, ...new Uint8Array(new Uint16Array([0x6b, 0xfc]).buffer)]);
    expect(await decodeLibraryFile(new File([utf16], 'a.csv'))).toEqual({ ok: true, value: 'kü' });
    expect(await decodeLibraryFile(new File([new Uint8Array([0x6b, 0xfc])], 'a.csv'))).toEqual({
      ok: true,
      value: 'kü',
    });
    expect(await decodeLibraryFile(new File(['\uFEFFkü'], 'a.csv'))).toEqual({ ok: true, value: 'kü' });
    expect(await decodeLibraryFile(new File([new Uint8Array([1, 0, 2])], 'a.csv'))).toMatchObject({
      error: { code: 'library_is_binary' },
    });
  });
});

describe('CSV', () => {
  it('may have quotes, line breaks in cells, and no line break at the end', () => {
    expect(parseCsv('a,b\r\n"1 ""x""","2\n3"\r\n\r\n4,')).toEqual([
      ['a', 'b'],
      ['1 "x"', '2\n3'],
      ['4', ''],
    ]);
  });

  it('may be malformed without an endless loop or a lost start', () => {
    expect(parseCsv('a,b\n"open,2\n3')[0]).toEqual(['a', 'b']);
  });
});

describe('comparing a file with the Library', () => {
  const mine = { ...label({ note: 'Mine' }), lastUsedAt: 5 };

  const kindOf = (theirs: LibraryLabel) => compareLibrary([mine], [theirs], () => false)[0]?.kind;

  it('finds new, equal and different entries', () => {
    expect(kindOf(label({ serviceId: 'other' }))).toBe('added');
    expect(kindOf(label({ note: 'Mine' }))).toBe('unchanged');
    const used = { ...label({ name: '' }), lastUsedAt: 5 };
    expect(compareLibrary([used], [label({})], () => false)[0]?.kind).toBe('added');
    for (const change of [{ name: '' }, { note: '' }, { archived: true }, { defaultQuestionnaireId: 'q' }])
      expect(kindOf(label({ note: 'Mine', ...change }))).toBe('different');
  });

  it('leaves descriptions alone that the organisation sets, and says so', () => {
    const field: DescribedField = {
      ...{ path: '/overall', label: 'Ours', smallest: null, largest: null, better: null },
      ...{ headline: true, cover: 'covered' },
    };
    const entry = label({ kind: 'questionnaire', serviceId: 'q', defaultQuestionnaireId: null });
    const ours = { ...entry, fields: [field], lastUsedAt: 5 };
    const theirs = { ...entry, name: 'Theirs', fields: [{ ...field, label: 'Theirs' }] };
    const [own, other] = compareLibrary([ours], [theirs, { ...theirs, serviceId: 'r' }], (id) => id === 'q');
    expect(own).toMatchObject({ keepsFields: true, theirs: { name: 'Theirs', fields: [field] } });
    expect(other).toMatchObject({ keepsFields: false, theirs: { fields: [{ label: 'Theirs' }] } });
  });
});
