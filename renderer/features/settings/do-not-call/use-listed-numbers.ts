import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import type { Failure } from '../../../../shared/result.ts';
import { useRules } from '../../../api/rules.ts';
import {
  type CheckedLines,
  checkLines,
  type ListLine,
  NO_LINES,
  typedLines,
} from '../../../parts/do-not-call/list-lines.ts';
import { type ListFile, useListReader } from '../../../parts/do-not-call/list-reader.ts';

const TYPING_DELAY_MS = 200;

/** A file that was chosen, and where its numbers and reasons are. */
export interface ChosenFile {
  readonly file: ListFile;
  /** Null until a person has chosen it. */
  readonly phoneColumn: number | null;
  readonly reasonColumn: number | null;
}

/** The text or file that somebody adds to the list, and what was read of it. `given`: the text it starts with. */
export function useListedNumbers(given: string) {
  const [text, setText] = useState(given);
  const { chosen, setChosen, reading, failure, open } = useChosenFile();
  const [settled] = useDebouncedValue(text, TYPING_DELAY_MS);
  const lines = useMemo(() => (chosen ? linesOf(chosen) : typedLines(settled)), [chosen, settled]);
  const checked = useCheckedLines(lines);
  // Until what was typed last is read, nothing can be added.
  const pending = reading || checked === undefined || (chosen === null && settled !== text);
  return {
    text,
    setText,
    chosen,
    setChosen,
    openFile: open,
    failure,
    checked: checked ?? NO_LINES,
    pending,
  };
}

function useChosenFile() {
  const read = useListReader();
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const [reading, setReading] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const open = async (file: File) => {
    setReading(true);
    setFailure(null);
    const result = await read(file);
    setReading(false);
    if (!result.ok) return setFailure(result);
    const { phoneColumn, reasonColumn } = result.value;
    setChosen({ file: result.value, phoneColumn, reasonColumn });
  };
  return { chosen, setChosen, reading, failure, open };
}

function linesOf({ file, phoneColumn, reasonColumn }: ChosenFile): readonly ListLine[] {
  return phoneColumn === null ? [] : file.lines(phoneColumn, reasonColumn);
}

/** The numbers of the lines; undefined while they are read. */
function useCheckedLines(lines: readonly ListLine[]): CheckedLines | undefined {
  const { defaultCountry = null } = useRules().data ?? {};
  const [checked, setChecked] = useState<{ of: readonly ListLine[]; found: CheckedLines }>();
  useEffect(() => {
    const abort = new AbortController();
    void checkLines(lines, defaultCountry, abort.signal).then((found) => {
      if (found) setChecked({ of: lines, found });
    });
    return () => abort.abort();
  }, [lines, defaultCountry]);
  return checked?.of === lines ? checked.found : undefined;
}
