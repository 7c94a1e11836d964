import { Button, FileButton, Select } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useRef } from 'react';
import { countOf } from '../../../parts/text/count-of.ts';
import classes from './do-not-call-part.module.css';
import type { ChosenFile } from './use-listed-numbers.ts';

/** Chooses a file instead of typing. */
export function ChooseListFile({ onFile }: { onFile: (file: File) => void }) {
  const reset = useRef<() => void>(null);
  const take = (file: File | null) => {
    // Without a reset, choosing the same file again would not fire `change`.
    reset.current?.();
    if (file) onFile(file);
  };
  return (
    <div className={classes['file']}>
      {/* No `accept` filter: an unsupported file gets an error that says what to do. */}
      <FileButton resetRef={reset} onChange={take} inputProps={{ 'aria-label': 'List from a file' }}>
        {(props) => (
          <Button
            {...props}
            size="xs"
            variant="default"
            leftSection={<IconFileSpreadsheet size={15} aria-hidden />}
          >
            Choose a CSV or Excel file
          </Button>
        )}
      </FileButton>
    </div>
  );
}

interface ChosenFileFieldsProps {
  readonly chosen: ChosenFile;
  readonly onChange: (chosen: ChosenFile | null) => void;
}

/** Which columns of the file have the numbers and the reasons. */
export function ChosenFileFields({ chosen, onChange }: ChosenFileFieldsProps) {
  const { file, openSheet, phoneColumn, reasonColumn } = chosen;
  const columns = file.columns.map((label, column) => ({ value: String(column), label }));
  const choose = (change: Partial<ChosenFile>) => onChange({ ...chosen, ...change });
  return (
    <>
      <div className={classes['file']}>
        <strong dir="auto">{file.name}</strong>
        <Button size="compact-xs" variant="default" onClick={() => onChange(null)}>
          Type numbers instead
        </Button>
      </div>
      {file.sheets.length > 1 && (
        <Select
          size="sm"
          label="Sheet"
          description={`This workbook has ${file.sheets.length} sheets. Add those with numbers one by one.`}
          data={file.sheets.map((label, sheet) => ({ value: String(sheet), label }))}
          allowDeselect={false}
          value={asValue(file.sheet)}
          onChange={(sheet) => sheet !== null && openSheet(Number(sheet))}
        />
      )}
      <div className={classes['columns']}>
        <Select
          size="sm"
          label="Column with phone numbers"
          placeholder="Choose a column"
          data={columns}
          allowDeselect={false}
          value={asValue(phoneColumn)}
          onChange={(value) => choose({ phoneColumn: asColumn(value) })}
        />
        <Select
          size="sm"
          label="Column with reasons"
          placeholder="None"
          data={columns}
          clearable
          value={asValue(reasonColumn)}
          onChange={(value) => choose({ reasonColumn: asColumn(value) })}
        />
      </div>
      {file.lifted > 0 && (
        <p>
          {countOf(file.lifted, 'row says', 'rows say')} that the entry was lifted, and{' '}
          {file.lifted === 1 ? 'is' : 'are'} left out.
        </p>
      )}
    </>
  );
}

function asValue(column: number | null): string | null {
  return column === null ? null : String(column);
}

function asColumn(value: string | null): number | null {
  return value === null ? null : Number(value);
}
