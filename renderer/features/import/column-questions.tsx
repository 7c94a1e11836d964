import { Button, Checkbox, Group, NativeSelect, Stack } from '@mantine/core';
import { useDeferredValue, useMemo } from 'react';
import { IMPORT_FIELDS, type ImportField } from '../../../shared/import-problems.ts';
import type { KeptColumns } from '../../../shared/imports.ts';
import { plainCharacters } from '../../../shared/phone-number.ts';
import { countryName } from '../../../shared/words/country-name.ts';
import { FIELD_LABELS } from '../../../shared/words/import-words.ts';
import { countOf } from '../../parts/format.ts';
import { Dim } from '../../parts/layout.tsx';
import { LibraryField } from '../../parts/library-field.tsx';
import { Notice } from '../../parts/notice.tsx';
import { NationalReadingOptions } from '../../parts/phone.tsx';
import type { CheckedProblem } from './check-rows.ts';
import type { FileDecoding } from './decode-text.ts';
import { keptOf, unusedColumns } from './file-mapping.ts';
import type { ImportSession } from './import-session.ts';
import {
  isEncodingUnsure,
  type OpenImport,
  withHeaders,
  withHidden,
  withKept,
  withMapping,
  withReading,
} from './import-state.ts';
import { type FieldSource, fieldsAsked, LIBRARY_FIELDS } from './match-headers.ts';
import { type NationalReading, nationalReading } from './read-cell.ts';
import classes from './review.module.css';
import { columnNames, hiddenNumbers } from './source-rows.ts';
import {
  ENCODING_GROUPS,
  encodingGroup,
  encodingName,
  TEXT_ENCODINGS,
  type TextEncoding,
} from './text-encodings.ts';

interface QuestionProps extends Pick<ImportSession, 'change'> {
  readonly open: OpenImport;
}

interface EncodingProps extends QuestionProps {
  readonly onEncoding: (encoding: TextEncoding) => void;
}

interface ColumnMappingPanelProps extends EncodingProps {
  /** The workspace asks for the day of notice. */
  readonly noticeAsked: boolean;
}

/** Maps columns to fields, or sets a value that all rows share. */
export function ColumnMappingPanel({ open, noticeAsked, change, onEncoding }: ColumnMappingPanelProps) {
  const { source, mapping, kept, run } = open;
  const unused = useMemo(() => unusedColumns({ source, mapping }), [source, mapping]);
  const names = useMemo(() => columnNames(source).map((name, column) => ({ name, column })), [source]);
  return (
    <fieldset className={classes['columns']} disabled={run !== null}>
      <legend className={classes['legend']}>Match columns to fields</legend>
      <div className={classes['columnFields']}>
        {fieldsAsked(noticeAsked).map((field) => (
          <FieldSourceChoice
            key={field}
            field={field}
            names={names}
            chosen={mapping[field]}
            onChoose={(chosen) =>
              change((before) => withMapping(before, { ...before.mapping, [field]: chosen }))
            }
          />
        ))}
      </div>
      {unused.length > 0 && (
        <fieldset className={classes['otherColumns']}>
          <legend className={classes['legend']}>Columns that no field uses</legend>
          {unused.map((column) => (
            <NativeSelect
              key={column}
              label={<span dir="auto">{names[column]?.name}</span>}
              value={keptAs(kept, column) ?? ''}
              onChange={({ currentTarget: { value } }) =>
                change((before) => withKept(before, column, keptWay(value)))
              }
            >
              <option value="">Not used</option>
              <option value="notes">Keep in the notes</option>
              <option value="tags">Keep as a tag</option>
            </NativeSelect>
          ))}
        </fieldset>
      )}
      <Group gap="8px 24px" justify="space-between">
        <Checkbox
          label="One row has the column names"
          checked={source.headerAt !== null}
          onChange={({ currentTarget: { checked } }) => change((before) => withHeaders(before, checked))}
        />
        {source.decoding && <EncodingSelect decoding={source.decoding} onChoose={onEncoding} />}
      </Group>
    </fieldset>
  );
}

interface EncodingSelectProps {
  readonly decoding: FileDecoding;
  readonly onChoose: (encoding: TextEncoding) => void;
}

/** Selects the file's text encoding; likely ones come first, with sample names. */
function EncodingSelect({ decoding, onChoose }: EncodingSelectProps) {
  const { encoding, mixed, candidates } = decoding;
  const likely = new Set(candidates.map((each) => each.encoding));
  const others = ENCODING_GROUPS.map((group) => ({
    group,
    encodings: TEXT_ENCODINGS.filter((each) => encodingGroup(each) === group && !likely.has(each)),
  })).filter(({ encodings }) => encodings.length > 0);
  return (
    <NativeSelect
      aria-label="Text encoding"
      title={mixed ? `${encodingName(encoding)}; some lines are UTF-8` : encodingName(encoding)}
      className={classes['encoding']}
      value={encoding}
      onChange={(event) => {
        const chosen = TEXT_ENCODINGS.find((each) => each === event.currentTarget.value);
        if (chosen) onChoose(chosen);
      }}
    >
      {candidates.length > 0 && (
        <optgroup label="Likely">
          {candidates.map(({ encoding: likelyOne, sample }) => (
            <option key={likelyOne} value={likelyOne}>
              {sample === '' ? encodingName(likelyOne) : `${encodingName(likelyOne)}: ${sample}`}
            </option>
          ))}
        </optgroup>
      )}
      {others.map(({ group, encodings }) => (
        <optgroup key={group} label={group}>
          {encodings.map((other) => (
            <option key={other} value={other}>
              {encodingName(other)}
            </option>
          ))}
        </optgroup>
      ))}
    </NativeSelect>
  );
}

function keptAs({ notes, tags }: KeptColumns, column: number): keyof KeptColumns | null {
  if (notes.includes(column)) return 'notes';
  return tags.includes(column) ? 'tags' : null;
}

function keptWay(value: string): keyof KeptColumns | null {
  return value === 'notes' || value === 'tags' ? value : null;
}

/** What the user has to do before rows can be queued. */
const ASKS: Readonly<Record<FieldSource['from'], string | undefined>> = {
  nowhere: 'Choose a column or a value.',
  several: 'Several columns could be this. Choose one.',
  columns: undefined,
  constant: undefined,
};

/** What another column of a field is for, and what stands for none. */
const SECOND_COLUMNS: Partial<Record<ImportField, Readonly<Record<'label' | 'none' | 'before', string>>>> = {
  candidateName: { label: 'Last name', none: 'Last name: same column', before: 'Last name: ' },
  phoneNumber: { label: 'If it is empty', none: 'Only this column', before: 'If empty: ' },
};

interface NamedColumn {
  readonly name: string;
  readonly column: number;
}

interface FieldSourceChoiceProps {
  readonly field: ImportField;
  readonly names: readonly NamedColumn[];
  readonly chosen: FieldSource;
  readonly onChoose: (source: FieldSource) => void;
}

function FieldSourceChoice({ field, names, chosen, onChoose }: FieldSourceChoiceProps) {
  const kind = LIBRARY_FIELDS[field];
  const label = FIELD_LABELS[field];
  const more = SECOND_COLUMNS[field];
  const isOptional = field === 'noticeOn';
  const [first, second] = chosen.from === 'columns' ? chosen.columns : [];
  return (
    <Stack gap={8} miw={0}>
      <NativeSelect
        label={label}
        error={isOptional && chosen.from === 'nowhere' ? undefined : ASKS[chosen.from]}
        value={first === undefined ? chosen.from : String(first)}
        onChange={(event) => onChoose(sourceOf(event.currentTarget.value, second))}
      >
        <option value="nowhere">{isOptional ? 'No column: one day for all rows' : '–'}</option>
        {chosen.from === 'several' && <option value="several">Choose one of several</option>}
        {kind && <option value="constant">The same for all rows</option>}
        <ColumnOptions names={names} />
      </NativeSelect>
      {more && first !== undefined && (
        <NativeSelect
          aria-label={more.label}
          value={second === undefined ? '' : String(second)}
          onChange={({ currentTarget: { value } }) =>
            onChoose({ from: 'columns', columns: value === '' ? [first] : [first, Number(value)] })
          }
        >
          <option value="">{more.none}</option>
          <ColumnOptions names={names.filter(({ column }) => column !== first)} before={more.before} />
        </NativeSelect>
      )}
      {kind && chosen.from === 'constant' && (
        <LibraryField
          kind={kind}
          label={`${label} for all rows`}
          placeholder="Pick from the Library or enter an ID"
          value={chosen.value}
          onChange={(value) => onChoose({ from: 'constant', value })}
        />
      )}
    </Stack>
  );
}

function ColumnOptions({ names, before = '' }: { names: readonly NamedColumn[]; before?: string }) {
  return (
    <optgroup label="Column">
      {names.map(({ column, name }) => (
        <option key={column} value={column}>
          {before}
          {name}
        </option>
      ))}
    </optgroup>
  );
}

function sourceOf(choice: string, second: number | undefined): FieldSource {
  if (choice === 'nowhere') return { from: 'nowhere' };
  if (choice === 'constant') return { from: 'constant', value: '' };
  const first = Number(choice);
  return { from: 'columns', columns: second === undefined || second === first ? [first] : [first, second] };
}

/** Asks for the encoding of a file that proves none, and says that another one may put garbled names right. */
export function EncodingQuestions({ open, change, onEncoding }: EncodingProps) {
  const { queued, edits, run, source } = open;
  const checked = useDeferredValue(open.checked);
  const unsure = isEncodingUnsure(open);
  const going = useMemo(
    () => checked.filter(({ number }) => !queued.has(number) && !edits.excluded.has(number)),
    [checked, queued, edits.excluded],
  );
  const doubted = unsure ? going.filter((row) => row.nonAscii).length : 0;
  const odd = source.decoding && !unsure ? going.filter(({ problems }) => problems.some(isGarbled)) : [];
  const [example] = odd;
  const choose = (encoding: TextEncoding) =>
    encoding === source.decoding?.encoding
      ? change((before) => ({ ...before, encodingConfirmed: true }))
      : onEncoding(encoding);
  return (
    <>
      {doubted > 0 && source.decoding && (
        <Notice tone="warning" title="This file doesn’t say its text encoding.">
          <p className={classes['questionWords']}>
            {countOf(doubted, 'row depends', 'rows depend')} on it. Choose the names that look right, or
            another encoding under Columns.
          </p>
          <Group gap={6} mt={8}>
            {source.decoding.candidates.map(({ encoding, sample }) => (
              <Button
                key={encoding}
                size="compact-sm"
                variant="default"
                disabled={run !== null}
                className={classes['nationalChoice']}
                onClick={() => choose(encoding)}
              >
                <bdi className={classes['sample']}>{sample}</bdi>
                <Dim fz="inherit" ms={8}>
                  {encodingName(encoding)}
                </Dim>
              </Button>
            ))}
          </Group>
        </Notice>
      )}
      {example && (
        <Notice tone="warning" title={`${countOf(odd.length, 'name looks', 'names look')} garbled.`}>
          <bdi>{example.values.candidateName}</bdi>, for example. Choose another encoding under Columns, or
          choose {odd.length === 1 ? 'the name' : 'the names'} if right.
        </Notice>
      )}
    </>
  );
}

function isGarbled({ code }: CheckedProblem): boolean {
  return code === 'name_garbled';
}

/** Says which rows and columns are hidden in the workbook and whether they are imported. */
export function HiddenRows({ open, change }: QuestionProps) {
  const { source, edits, queued, run } = open;
  const hidden = useMemo(
    () => hiddenNumbers(source).filter((number) => !queued.has(number)),
    [source, queued],
  );
  const columns = hiddenColumnsRead(open);
  const out = hidden.filter((number) => edits.excluded.has(number)).length;
  return (
    <>
      {hidden.length > 0 && (
        <div className={classes['question']} data-asked={out > 0 || undefined}>
          <span>
            {out > 0
              ? `${countOf(out, 'hidden row is', 'hidden rows are')} left out.`
              : `${countOf(hidden.length, 'row is', 'rows are')} hidden in the workbook but included here.`}
          </span>
          <Button
            size="compact-sm"
            variant="default"
            disabled={run !== null}
            onClick={() => change((before) => withHidden(before, out > 0))}
          >
            {out > 0 ? `Include ${countOf(out, 'hidden row')}` : 'Leave out hidden rows'}
          </Button>
        </div>
      )}
      {columns.length > 0 && (
        <div className={classes['question']}>
          {columns.length === 1 ? 'This column is' : 'These columns are'} imported but hidden in the workbook:{' '}
          {columns.join(', ')}
        </div>
      )}
    </>
  );
}

/** Names of the columns that are mapped to fields but hidden in the workbook. */
function hiddenColumnsRead({ source, mapping }: OpenImport): readonly string[] {
  if (source.hiddenColumns.length === 0) return [];
  const read = IMPORT_FIELDS.flatMap((field) => {
    const from = mapping[field];
    return from.from === 'columns' ? from.columns : [];
  });
  const names = columnNames(source);
  return source.hiddenColumns.flatMap((column) => (read.includes(column) ? [names[column] ?? ''] : []));
}

/** Asks how to read numbers without a country code, if there are any. */
export function NationalNumbers({ open, change }: QuestionProps) {
  const { reading, lastCountry, run } = open;
  // Counting a large file must not hold up what was clicked.
  const checked = useDeferredValue(open.checked);
  const count = useMemo(
    () => checked.filter(({ values }) => lacksCountryCode(values.phoneNumber)).length,
    [checked],
  );
  if (count === 0) return null;
  const choose = (chosen: NationalReading) => change((before) => withReading(before, chosen));
  return (
    <div className={classes['question']} data-asked={reading === null || undefined}>
      <span>
        {countOf(count, 'phone number has', 'phone numbers have')} no country code
        {reading === null ? " and can't be called." : '.'}
      </span>
      <NativeSelect
        aria-label="Numbers without a country code"
        className={classes['nationalCountry']}
        disabled={run !== null}
        value={reading ?? ''}
        onChange={(event) => choose(nationalReading(event.currentTarget.value || null))}
      >
        <NationalReadingOptions />
      </NativeSelect>
      {reading === null && lastCountry !== null && (
        <Button variant="default" disabled={run !== null} onClick={() => choose(lastCountry)}>
          {countryName(lastCountry)}, as last time
        </Button>
      )}
    </div>
  );
}

function lacksCountryCode(text: string): boolean {
  const plain = plainCharacters(text);
  return /^[^+]*\d/.test(plain) && !/^\D*00/.test(plain);
}

const KINDS: Readonly<Record<ImportField, string>> = {
  candidateName: "the candidate's name",
  phoneNumber: "the candidate's phone number",
  resumeUrl: 'the resume link',
  jobDescriptionId: 'the job description',
  questionnaireTemplateId: 'the questionnaire',
  noticeOn: 'the day of notice',
};

/** Lists the columns that could be the same field. The user chooses, because the wrong column calls the wrong person. */
export function SeveralColumns({ open: { source, mapping } }: { open: OpenImport }) {
  const unclear = IMPORT_FIELDS.flatMap((field) => {
    const from = mapping[field];
    return from.from === 'several' ? [{ field, columns: from.columns }] : [];
  });
  if (unclear.length === 0) return null;
  const names = columnNames(source);
  return (
    <Notice tone="warning" title="Several columns could be the same field. Choose the right one.">
      {unclear.map(({ field, columns }) => (
        <p key={field}>
          <span dir="auto">{columns.map((column) => `“${names[column]}”`).join(', ')}</span> could each be{' '}
          {KINDS[field]}.
        </p>
      ))}
    </Notice>
  );
}

interface UnusedColumnsProps {
  readonly open: OpenImport;
  readonly onShowColumns: () => void;
}

/** Names the columns that no field uses, and which of them become notes and tags. */
export function UnusedColumns({ open, onShowColumns }: UnusedColumnsProps) {
  const { source, mapping, kept, run } = open;
  const { names, notes, tags, unused } = useMemo(() => {
    const used = keptOf({ source, mapping, kept });
    const isKept = (column: number) => used.notes.includes(column) || used.tags.includes(column);
    const left = unusedColumns({ source, mapping }).filter((column) => !isKept(column));
    return { names: columnNames(source), ...used, unused: left };
  }, [source, mapping, kept]);
  if (unused.length + notes.length + tags.length === 0) return null;
  const named = (columns: readonly number[]) => columns.map((column) => names[column] ?? '');
  return (
    <div className={classes['question']}>
      {unused.length > 0 && (
        <span>
          {countOf(unused.length, 'column is', 'columns are')} not used: <Names names={named(unused)} />
        </span>
      )}
      {notes.length > 0 && (
        <span>
          In the notes: <Names names={named(notes)} />
        </span>
      )}
      {tags.length > 0 && (
        <span>
          As tags: <Names names={named(tags)} />
        </span>
      )}
      <Button size="compact-sm" variant="default" disabled={run !== null} onClick={onShowColumns}>
        {notes.length + tags.length > 0 ? 'Change' : 'Keep in notes or tags'}
      </Button>
    </div>
  );
}

/** The rest is in the tooltip, and in the panel of columns. */
const SHOWN = 6;

function Names({ names }: { names: readonly string[] }) {
  const more = names.length - SHOWN;
  return (
    <span dir="auto" title={names.join(', ')}>
      {names.slice(0, SHOWN).join(', ')}
      {more > 0 && ` and ${countOf(more, 'more', 'more')}`}
    </span>
  );
}
