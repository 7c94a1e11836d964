import type { LibraryEntry } from '../../../shared/library.ts';
import { type OpenImport, type RowEdits, withChecked } from './import-state.ts';
import type { CheckedRow } from './reading/check-rows.ts';
import { mappingAsked } from './reading/import-fields.ts';
import type { Reader } from './reading/open-reader.ts';

type Change = (part: (open: OpenImport) => OpenImport) => void;

/** What rows are checked against besides the choices of the review. */
export interface CheckedAgainst {
  readonly library: readonly LibraryEntry[];
  /** The workspace asks for the day of notice. */
  readonly noticeAsked: boolean;
}

/** Has the reader check the rows that changed, and applies the results. */
export class RowChecker {
  private readonly reader: Reader;
  private readonly change: Change;
  private last: (CheckedAgainst & { readonly open: OpenImport }) | undefined;
  private latestSeq = 0;
  private readonly onProgress: (rows: number) => void;

  /** `onProgress`: how many rows of a check of all are done. */
  constructor(reader: Reader, change: Change, onProgress: (rows: number) => void) {
    this.onProgress = onProgress;
    this.reader = reader;
    this.change = change;
  }

  check(open: OpenImport, against: CheckedAgainst): void {
    const { library, noticeAsked } = against;
    const { last } = this;
    const sameColumns =
      last !== undefined &&
      last.open.mapping === open.mapping &&
      last.open.reading === open.reading &&
      last.open.source === open.source &&
      last.noticeAsked === noticeAsked;
    const sameNames = last !== undefined && haveSameNames(last.library, library);
    if (sameColumns && sameNames && sameCells(last.open.edits, open.edits)) return;
    this.last = { open, ...against };
    // During a full check, a partial one would be overwritten by the older full result.
    if (!sameColumns || open.checking) this.request(open, against, null);
    else if (sameNames) this.request(open, against, changedNumbers(last.open, open));
    else this.request(open, against, open.queued.size === 0 ? null : numbersLeft(open));
  }

  private request(open: OpenImport, against: CheckedAgainst, only: readonly number[] | null): void {
    if (only === null) this.change((before) => ({ ...before, checking: true }));
    this.latestSeq += 1;
    const seq = this.latestSeq;
    const checked: CheckedRow[] = [];
    const { reading, edits, source } = open;
    const { library, noticeAsked } = against;
    const mapping = mappingAsked(open.mapping, noticeAsked);
    const cells = { corrections: [...edits.corrections], chosen: [...edits.chosen] };
    this.reader.check(
      { headerAt: source.headerAt, mapping, reading, library, only, ...cells },
      (rows, done) => {
        checked.push(...rows);
        if (only === null && seq === this.latestSeq) this.onProgress(checked.length);
        if (!done || (only === null && seq !== this.latestSeq)) return;
        this.change((before) => withChecked(before, checked, only === null));
      },
    );
  }
}

/** Compares names alone: every submission changes an entry's `lastUsedAt`. */
function haveSameNames(before: readonly LibraryEntry[], after: readonly LibraryEntry[]): boolean {
  if (before === after) return true;
  const names = (entries: readonly LibraryEntry[]) =>
    entries.map(({ kind, serviceId, name }) => JSON.stringify([kind, serviceId, name])).sort();
  return names(before).join() === names(after).join();
}

/** Numbers of the rows that are not queued. */
function numbersLeft({ checked, queued }: OpenImport): readonly number[] {
  return checked.flatMap(({ number }) => (queued.has(number) ? [] : [number]));
}

function sameCells(before: RowEdits, after: RowEdits): boolean {
  return before.corrections === after.corrections && before.chosen === after.chosen;
}

/** Numbers of the rows whose corrections or choices differ. */
function changedNumbers({ edits: before }: OpenImport, { edits: after }: OpenImport): readonly number[] {
  const changed = (old: ReadonlyMap<number, unknown>, now: ReadonlyMap<number, unknown>) =>
    [...old.keys(), ...now.keys()].filter((number) => old.get(number) !== now.get(number));
  return [
    ...new Set([...changed(before.corrections, after.corrections), ...changed(before.chosen, after.chosen)]),
  ];
}
