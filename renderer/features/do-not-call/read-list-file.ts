import { ok, type Result } from '../../../shared/result.ts';
import { phoneOf } from '../import/check-rows.ts';
import { normalisedHeader } from '../import/header-words.ts';
import { guessColumns, matchHeaders, type TableRow } from '../import/match-headers.ts';
import { openReader, type ReadSource } from '../import/open-reader.ts';
import { restoreDigits } from '../import/read-cell.ts';
import { candidateRows, columnNames, headersOf } from '../import/source-rows.ts';
import type { ListFile } from './list-lines.ts';

/**
 * Reads a CSV or Excel file with phone numbers, and finds their column as an import does. Of a workbook, the sheet that an
 * import would read, or the one asked for. Errors: those of the import's reader.
 */
export async function readListFile(file: File, sheet?: number): Promise<Result<ListFile>> {
  const reader = openReader();
  try {
    const first = await reader.open({ type: 'open_file', name: file.name, file });
    const isOther = sheet !== undefined && first.ok && first.value.sheet !== sheet;
    const read = isOther ? await reader.open({ type: 'open_sheet', sheet }) : first;
    return read.ok ? ok(listFileOf(read.value)) : read;
  } finally {
    reader.close();
  }
}

/** How people head a column of reasons, in the languages of the import's columns. */
const REASONS = new Set(
  `reason|why|reason for opt-out|grund|begründung|motif|raison|motivo|razón|reden|powód|anledning|årsag|grunn|důvod|neden
    |причина|αιτία|λόγος|ok|indok|syy|lý do|סיבה|السبب|เหตุผล|理由|原因|사유`
    .split('|')
    .map(normalisedHeader),
);

/** The column of Callboard's own list that says when an entry was lifted. */
const LIFTED = normalisedHeader('Lifted (UTC)');

/** A read file as a list of phone numbers. */
export function listFileOf(source: ReadSource): ListFile {
  const headers = headersOf(source).map(normalisedHeader);
  const all = candidateRows(source);
  const liftedColumn = headers.includes(normalisedHeader('Reason')) ? headers.indexOf(LIFTED) : -1;
  const rows = all.filter(({ cells }) => liftedColumn < 0 || (cells[liftedColumn] ?? '').trim() === '');
  const reason = headers.findIndex((header) => REASONS.has(header));
  return {
    name: source.name,
    sheets: source.sheets,
    sheet: source.sheet,
    columns: columnNames(source),
    phoneColumn: phoneColumnOf(source, rows),
    reasonColumn: reason < 0 ? null : reason,
    lifted: all.length - rows.length,
    lines: (phoneColumn, reasonColumn) =>
      [...rowsAbove(source, phoneColumn), ...rows].map((row) => ({
        line: row.number,
        number: numberIn(row, phoneColumn),
        reason: reasonColumn === null ? '' : (row.cells[reasonColumn] ?? '').trim(),
      })),
  };
}

/** Digits that may be a number. */
const MIN_DIGITS = 7;

/** Rows at and above the column names that may have a number: of a list without names, the first one must not be missed. */
function rowsAbove({ rows, headerAt }: ReadSource, phoneColumn: number): readonly TableRow[] {
  if (headerAt === null) return [];
  const above = rows.slice(0, headerAt + 1);
  return above.filter((row) => numberIn(row, phoneColumn).replace(/\D/g, '').length >= MIN_DIGITS);
}

function phoneColumnOf(source: ReadSource, rows: readonly TableRow[]): number | null {
  const named = matchHeaders(headersOf(source), rows).phoneNumber;
  const found = named.from === 'nowhere' ? guessColumns(rows).phoneNumber : named;
  return found.from === 'columns' ? (found.columns[0] ?? null) : null;
}

function numberIn({ cells, shown }: TableRow, column: number): string {
  const plain = (cells[column] ?? '').trim();
  return restoreDigits(phoneOf(plain, shown?.[column] ?? plain));
}
