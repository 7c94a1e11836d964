import { Checkbox, NativeSelect } from '@mantine/core';
import { useMemo } from 'react';
import type { ImportField } from '../../../shared/import-problems.ts';
import type { KeptColumns } from '../../../shared/imports.ts';
import { FIELD_LABELS } from '../../../shared/words/import-words.ts';
import { LibraryField } from '../../parts/library-field/library-field.tsx';
import classes from './column-mapping-panel.module.css';
import { unusedColumns } from './file-mapping.ts';
import type { OpenImport } from './import-state.ts';
import { fieldsAsked, LIBRARY_FIELDS } from './reading/import-fields.ts';
import type { FieldSource } from './reading/match-headers.ts';
import { columnNames } from './reading/source-rows.ts';

interface ColumnMappingPanelProps {
  readonly open: OpenImport;
  /** The workspace asks for the day of notice. */
  readonly noticeAsked: boolean;
  readonly onMapping: (field: ImportField, source: FieldSource) => void;
  readonly onKept: (column: number, as: keyof KeptColumns | null) => void;
  readonly onHeaders: (hasHeaders: boolean) => void;
}

/** Maps columns to fields, or sets a value that all rows share. */
export function ColumnMappingPanel(props: ColumnMappingPanelProps) {
  const { open, noticeAsked, onMapping, onKept, onHeaders } = props;
  const { source, mapping, kept, run } = open;
  const unused = useMemo(() => unusedColumns({ source, mapping }), [source, mapping]);
  const names = useMemo(() => columnNames(source).map((name, column) => ({ name, column })), [source]);
  return (
    <fieldset className={classes['panel']} disabled={run !== null}>
      <legend className={classes['legend']}>Match columns to fields</legend>
      <div className={classes['fields']}>
        {fieldsAsked(noticeAsked).map((field) => (
          <FieldSourceChoice
            key={field}
            field={field}
            names={names}
            chosen={mapping[field]}
            onChoose={(chosen) => onMapping(field, chosen)}
          />
        ))}
      </div>
      {unused.length > 0 && (
        <fieldset className={classes['others']}>
          <legend className={classes['legend']}>Columns that no field uses</legend>
          {unused.map((column) => (
            <NativeSelect
              key={column}
              label={<span dir="auto">{names[column]?.name}</span>}
              size="xs"
              value={keptAs(kept, column) ?? ''}
              onChange={(event) => onKept(column, keptWay(event.currentTarget.value))}
            >
              <option value="">Not used</option>
              <option value="notes">Keep in the notes</option>
              <option value="tags">Keep as a tag</option>
            </NativeSelect>
          ))}
        </fieldset>
      )}
      <div className={classes['foot']}>
        <Checkbox
          label="One row has the column names"
          size="xs"
          checked={source.headerAt !== null}
          onChange={(event) => onHeaders(event.currentTarget.checked)}
        />
      </div>
    </fieldset>
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
  const isOptional = field === 'noticeOn';
  const [first, second] = chosen.from === 'columns' ? chosen.columns : [];
  return (
    <div className={classes['field']}>
      <NativeSelect
        label={label}
        size="xs"
        error={isOptional && chosen.from === 'nowhere' ? undefined : ASKS[chosen.from]}
        value={first === undefined ? chosen.from : String(first)}
        onChange={(event) => onChoose(sourceOf(event.currentTarget.value, second))}
      >
        <option value="nowhere">{isOptional ? 'No column: one day for all rows' : '–'}</option>
        {chosen.from === 'several' && <option value="several">Choose one of several</option>}
        {kind && <option value="constant">The same for all rows</option>}
        <ColumnOptions names={names} />
      </NativeSelect>
      {field === 'candidateName' && first !== undefined && (
        <NativeSelect
          aria-label="Last name"
          size="xs"
          value={second === undefined ? '' : String(second)}
          onChange={(event) => {
            const last = event.currentTarget.value;
            onChoose({ from: 'columns', columns: last === '' ? [first] : [first, Number(last)] });
          }}
        >
          <option value="">Last name: same column</option>
          <ColumnOptions names={names} before="Last name: " />
        </NativeSelect>
      )}
      {field === 'phoneNumber' && first !== undefined && (
        <NativeSelect
          aria-label="If it is empty"
          size="xs"
          value={second === undefined ? '' : String(second)}
          onChange={(event) => {
            const other = event.currentTarget.value;
            onChoose({ from: 'columns', columns: other === '' ? [first] : [first, Number(other)] });
          }}
        >
          <option value="">Only this column</option>
          <ColumnOptions names={names.filter(({ column }) => column !== first)} before="If empty: " />
        </NativeSelect>
      )}
      {kind && chosen.from === 'constant' && (
        <LibraryField
          kind={kind}
          size="xs"
          label={`${label} for all rows`}
          placeholder="Pick from the Library or enter an ID"
          value={chosen.value}
          onChange={(value) => onChoose({ from: 'constant', value })}
        />
      )}
    </div>
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
