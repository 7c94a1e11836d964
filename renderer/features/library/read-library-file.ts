/// <reference path="../../papaparse.d.ts" />
import Papa from 'papaparse';
import { z } from 'zod';
import { type LibraryLabel, libraryKey, libraryLabel, MAX_LIBRARY_ENTRIES } from '../../../shared/library.ts';
import {
  LIBRARY_FILE_FIELDS,
  LIBRARY_FILE_FORMAT,
  LIBRARY_FILE_VERSION,
  type LibraryFileField,
} from '../../../shared/library-file.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { issueWords } from '../../../shared/words/input-words.ts';

export interface LibraryFile {
  readonly entries: readonly LibraryLabel[];
  /** Why entries were left out, one sentence each. */
  readonly problems: readonly string[];
}

type Fields = Partial<Record<LibraryFileField, unknown>>;

interface Place {
  /** `Row 3` or `Entry 3`. */
  readonly place: string;
  readonly fields: Fields;
}

/**
 * Reads the text of a Library file, JSON or CSV. Invalid entries are left out and listed in `problems`. Errors:
 * `not_a_library`, `newer_library`, `library_too_large`.
 */
export function readLibraryFile(text: string): Result<LibraryFile> {
  const places = /^\s*[[{]/.test(text) ? jsonEntries(text) : csvEntries(text);
  if (!places.ok) return places;
  if (places.value.length > MAX_LIBRARY_ENTRIES) {
    const entries = places.value.length;
    return fail('library_too_large', { entries, most: MAX_LIBRARY_ENTRIES });
  }
  return ok(checked(places.value));
}

const jsonFile = z.object({
  format: z.literal(LIBRARY_FILE_FORMAT),
  version: z.number(),
  entries: z.array(z.record(z.string(), z.unknown())),
});

function jsonEntries(text: string): Result<Place[]> {
  const parsed = jsonFile.safeParse(parsedJson(text));
  if (!parsed.success) return NOT_A_LIBRARY;
  if (parsed.data.version > LIBRARY_FILE_VERSION) return fail('newer_library');
  return ok(parsed.data.entries.map((fields, at) => ({ place: `Entry ${at + 1}`, fields })));
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function csvEntries(text: string): Result<Place[]> {
  const [head = [], ...rows] = parseCsv(text);
  const names = head.map((name) =>
    name
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_'),
  );
  if (!names.includes('kind') || !names.includes('id')) return NOT_A_LIBRARY;
  return ok(
    rows.map((cells, at) => ({
      place: `Row ${at + 2}`,
      fields: Object.fromEntries(
        LIBRARY_FILE_FIELDS.filter((field) => names.includes(field)).map((field) => [
          field,
          withoutGuard(cells[names.indexOf(field)] ?? ''),
        ]),
      ),
    })),
  );
}

/** Removes the apostrophe that keeps spreadsheets from running a text as a formula. */
function withoutGuard(cell: string): string {
  return cell.replace(/^'(?=\s*[=+\-@＝＋－＠\t\r\n])/u, '');
}

const NOT_A_LIBRARY = fail('not_a_library');

function checked(places: readonly Place[]): LibraryFile {
  const entries = new Map<string, LibraryLabel>();
  const problems: string[] = [];
  for (const { place, fields } of places) {
    const parsed = libraryLabel.safeParse(toLabel(fields));
    if (!parsed.success) {
      problems.push(`${place}: ${problemOf(parsed.error)}`);
      continue;
    }
    const key = libraryKey(parsed.data);
    if (entries.has(key))
      problems.push(`${place}: the ID ${parsed.data.serviceId} is in the file twice. The first one is used.`);
    else entries.set(key, parsed.data);
  }
  return { entries: [...entries.values()], problems };
}

function toLabel(fields: Fields): unknown {
  const isJob = kindOf(fields.kind) === 'job_description';
  return {
    kind: kindOf(fields.kind),
    serviceId: fields.id,
    name: fields.name ?? '',
    note: fields.note ?? '',
    defaultQuestionnaireId: (isJob && fields.default_questionnaire) || null,
    archived: isYes(fields.archived),
    fields: isJob ? [] : describedIn(fields.fields),
  };
}

/** Described fields are a list in JSON files, and JSON text in CSV files. */
function describedIn(value: unknown): unknown {
  if (value === undefined || value === '') return [];
  return typeof value === 'string' ? (parsedJson(value) ?? value) : value;
}

function kindOf(value: unknown): unknown {
  return typeof value === 'string'
    ? value
        .trim()
        .toLowerCase()
        .replaceAll(/[\s-]+/g, '_')
    : value;
}

function isYes(value: unknown): boolean {
  return value === true || (typeof value === 'string' && /^\s*(true|yes|1|x)\s*$/i.test(value));
}

function problemOf(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue?.path[0] === 'kind') return 'the kind is neither job_description nor questionnaire.';
  if (issue?.path[0] === 'fields') return `the described results are invalid: ${issueWords(issue)}`;
  if (issue?.code === 'invalid_type') return `“${String(issue.path[0])}” is missing or not a text.`;
  return issue ? issueWords(issue) : 'it can’t be read.';
}

/**
 * Parses CSV (RFC 4180) with the most frequent delimiter of the first line: spreadsheets write commas, semicolons or tabs,
 * depending on the locale. Skips empty rows.
 */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const [firstLine = ''] = text.split(/\r?\n/, 1);
  const count = (delimiter: string) => firstLine.split(delimiter).length;
  const delimiter = [',', ';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best));
  const { data } = Papa.parse(text.replace(/\r\n?/g, '\n'), { delimiter, newline: '\n' });
  return data.filter((row) => row.some((cell) => cell.trim() !== ''));
}

/** Many times the size of the largest Library. */
const MAX_BYTES = 5 * 1024 * 1024;

/**
 * Decodes a file as UTF-8, UTF-16 with a byte order mark, or else Windows-1252, in which spreadsheets save CSV.
 * Errors: `larger_than_a_library`, `library_is_binary`, `file_unreadable`.
 */
export async function decodeLibraryFile(file: File): Promise<Result<string>> {
  if (file.size > MAX_BYTES) return fail('larger_than_a_library');
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => undefined,
  );
  if (!bytes) return fail('file_unreadable');
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return ok(new TextDecoder('utf-16le').decode(bytes));
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return ok(new TextDecoder('utf-16be').decode(bytes));
  if (bytes.includes(0)) return fail('library_is_binary');
  return ok(decoded(bytes));
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
