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
  /** Reads another sheet of the workbook. */
  readonly openSheet: (sheet: number) => void;
  /** Null until a person has chosen it. */
  readonly phoneColumn: number | null;
  readonly reasonColumn: number | null;
}

/** The text or file that somebody adds to the list, and what was read of it. `given`: the text it starts with. */
export function useListedNumbers(given: string) {
  const [text, setText] = useState(given);
  const [reading, setReading] = useState<string | null>(null);
  const { chosen, setChosen, opening, failure, open, forgetFailure } = useChosenFile();
  const [settled] = useDebouncedValue(text, TYPING_DELAY_MS);
  const lines = useMemo(() => (chosen ? linesOf(chosen) : typedLines(settled)), [chosen, settled]);
  const checked = useCheckedLines(lines, reading);
  // Until what was typed last is read, nothing can be added.
  const pending = opening || checked === undefined || (chosen === null && settled !== text);
  return {
    text,
    setText: (typed: string) => {
      forgetFailure();
      setText(typed);
    },
    /** How to read numbers without a country code: a country, `+`, or null for the workspace's default country. */
    reading,
    setReading,
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
  const [opening, setOpening] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const open = async (file: File, sheet?: number) => {
    setOpening(true);
    setFailure(null);
    const result = await read(file, sheet);
    setOpening(false);
    if (!result.ok) {
      setChosen(null);
      return setFailure(result);
    }
    const { phoneColumn, reasonColumn } = result.value;
    const openSheet = (other: number) => void open(file, other);
    setChosen({ file: result.value, openSheet, phoneColumn, reasonColumn });
  };
  return { chosen, setChosen, opening, failure, open, forgetFailure: () => setFailure(null) };
}

function linesOf({ file, phoneColumn, reasonColumn }: ChosenFile): readonly ListLine[] {
  return phoneColumn === null ? [] : file.lines(phoneColumn, reasonColumn);
}

/** The numbers of the lines; undefined while they are read. */
function useCheckedLines(lines: readonly ListLine[], chosenReading: string | null): CheckedLines | undefined {
  const { defaultCountry = null } = useRules().data ?? {};
  const reading = chosenReading ?? defaultCountry;
  const [checked, setChecked] = useState<{
    of: readonly ListLine[];
    reading: string | null;
    found: CheckedLines;
  }>();
  useEffect(() => {
    const abort = new AbortController();
    void checkLines(lines, reading, abort.signal).then((found) => {
      if (found) setChecked({ of: lines, reading, found });
    });
    return () => abort.abort();
  }, [lines, reading]);
  return checked?.of === lines && checked.reading === reading ? checked.found : undefined;
}
