import { Checkbox, NativeSelect } from '@mantine/core';
import { LibraryField } from '../../parts/library-field/library-field.tsx';
import classes from './column-mapping-panel.module.css';
import { FIELD_LABELS, IMPORT_FIELDS, type ImportField, LIBRARY_FIELDS } from './import-fields.ts';
import { columnNames, type ImportSource } from './import-source.ts';
import type { ColumnMapping, FieldSource } from './match-headers.ts';

interface ColumnMappingPanelProps {
  readonly source: ImportSource;
  readonly mapping: ColumnMapping;
  readonly disabled: boolean;
  readonly onMapping: (mapping: ColumnMapping) => void;
  readonly onHeaders: (hasHeaders: boolean) => void;
}

/** Which column is which field, and what is the same for all rows. */
export function ColumnMappingPanel(props: ColumnMappingPanelProps) {
  const { source, mapping, disabled, onMapping, onHeaders } = props;
  const names = columnNames(source).map((name, column) => ({ name, column }));
  return (
    <fieldset className={classes['panel']} disabled={disabled}>
      <legend className={classes['legend']}>Which column is what</legend>
      <div className={classes['fields']}>
        {IMPORT_FIELDS.map((field) => (
          <FieldSourceChoice
            key={field}
            field={field}
            names={names}
            chosen={mapping[field]}
            onChoose={(chosen) => onMapping({ ...mapping, [field]: chosen })}
          />
        ))}
      </div>
      <Checkbox
        label="The first row has the column names"
        size="xs"
        checked={source.hasHeaders}
        onChange={(event) => onHeaders(event.currentTarget.checked)}
      />
    </fieldset>
  );
}

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
  return (
    <div className={classes['field']}>
      <NativeSelect
        label={label}
        size="xs"
        error={chosen.from === 'nowhere' && 'Choose where it comes from.'}
        value={choiceOf(chosen)}
        onChange={(event) => onChoose(sourceOf(event.currentTarget.value))}
      >
        <option value="nowhere">–</option>
        {kind && <option value="constant">The same for all rows</option>}
        <optgroup label="Column">
          {names.map(({ column, name }) => (
            <option key={column} value={column}>
              {name}
            </option>
          ))}
        </optgroup>
      </NativeSelect>
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

function choiceOf(source: FieldSource): string {
  return source.from === 'column' ? String(source.column) : source.from;
}

function sourceOf(choice: string): FieldSource {
  if (choice === 'nowhere') return { from: 'nowhere' };
  if (choice === 'constant') return { from: 'constant', value: '' };
  return { from: 'column', column: Number(choice) };
}
