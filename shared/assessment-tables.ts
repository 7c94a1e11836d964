import {
  isList,
  isObject,
  isPrimitive,
  type JsonObject,
  keysOf,
  namedStep,
  stepInto,
} from './assessment-paths.ts';
import type { AssessmentField } from './assessment-shape.ts';
import { normalizedName, readableName, titleKey } from './field-names.ts';
import type { Json } from './request.ts';

interface TableColumn {
  /** Unique within the table. */
  readonly key: string;
  /** As the service named it; null for a column without a name. */
  readonly name: string | null;
  readonly label: string;
}

export interface TableRow {
  /** The row's name, if rows have names. */
  readonly title: string | null;
  /** One per column. */
  readonly cells: readonly AssessmentField[];
}

/** Entries that share a few fields. */
export interface AssessmentTable {
  readonly columns: readonly TableColumn[];
  /** Whether rows have titles, shown as a first column without a heading. */
  readonly titled: boolean;
  readonly rows: readonly TableRow[];
  readonly total: number;
}

const MAX_COLUMNS = 7;
/** Entries sampled to tell whether all have the same shape. */
const MAX_SAMPLES = 1000;
/** With a larger share of empty cells, sections are easier to read than a table. */
const MAX_EMPTY_SHARE = 0.4;

/**
 * Reads a list of objects with the same few primitive fields, a list of rows, or an object of such objects (`english:
 * {score, comment}`) as a table of at most `most` rows; undefined for any other shape.
 */
export function tableOf(
  field: AssessmentField,
  value: readonly Json[] | JsonObject,
  most: number,
): AssessmentTable | undefined {
  if (!isList(value)) return namedRows(field, value, most);
  return value.length > 0 && value.slice(0, MAX_SAMPLES).every(isList)
    ? rowsWithoutNames(field, value.filter(isList), most)
    : listedRows(field, value, most);
}

function listedRows(
  field: AssessmentField,
  list: readonly Json[],
  most: number,
): AssessmentTable | undefined {
  const rows = list.filter(isObject);
  if (rows.length !== list.length) return undefined;
  const names = columnsOf(rows);
  // A single entry is a table only if it has a key typical of lists, such as `question`.
  if (names === undefined || (rows.length < 2 && titleKey(names) === undefined)) return undefined;
  const entries = entryPaths(field.path, list, most);
  const shown = rows
    .slice(0, most)
    .map((row, place) => ({ title: null, path: entries[place]?.path ?? '', row }));
  return { ...tableRows(names, shown), titled: false, total: list.length };
}

function namedRows(field: AssessmentField, group: JsonObject, most: number): AssessmentTable | undefined {
  const keys = keysOf(group);
  if (keys.length < 2) return undefined;
  const rows: JsonObject[] = [];
  for (const key of keys.slice(0, MAX_SAMPLES)) {
    const row = group[key];
    if (row === undefined || !isObject(row)) return undefined;
    rows.push(row);
  }
  if (keys.slice(MAX_SAMPLES).some((key) => !isObject(group[key] ?? null))) return undefined;
  const names = columnsOf(rows);
  if (names === undefined) return undefined;
  const shown = keys.slice(0, most).map((key) => {
    const row = group[key] ?? null;
    return { title: readableName(key), path: stepInto(field.path, key), row: isObject(row) ? row : {} };
  });
  return { ...tableRows(names, shown), titled: true, total: keys.length };
}

interface ShownRow {
  readonly title: string | null;
  readonly path: string;
  readonly row: JsonObject;
}

function tableRows(
  names: readonly string[],
  shown: readonly ShownRow[],
): Pick<AssessmentTable, 'columns' | 'rows'> {
  return {
    columns: names.map((name) => ({ key: name, name, label: readableName(name) })),
    rows: shown.map(({ title, path, row }) => ({
      title,
      cells: names.map((name) =>
        cellOf(name, stepInto(path, name), Object.hasOwn(row, name) ? (row[name] ?? null) : null),
      ),
    })),
  };
}

function cellOf(name: string, path: string, value: Json): AssessmentField {
  return { name, label: readableName(name), path, value };
}

/** The columns of these rows; undefined if the rows don't form a table. */
function columnsOf(rows: readonly JsonObject[]): readonly string[] | undefined {
  const sample = rows.slice(0, MAX_SAMPLES);
  const names = new Set<string>();
  let filled = 0;
  for (const row of sample) {
    for (const name of keysOf(row)) {
      const value = row[name];
      if (!isPrimitive(value) && !(value && isList(value) && value.length <= 6 && value.every(isPrimitive)))
        return undefined;
      names.add(name);
      filled += 1;
      if (names.size > MAX_COLUMNS) return undefined;
    }
  }
  const cells = names.size * sample.length;
  return cells === 0 || filled / cells < 1 - MAX_EMPTY_SHARE ? undefined : [...names];
}

/** Reads `[["English", 4], ["German", 3]]`; a first row of texts above mixed rows is the header. */
function rowsWithoutNames(
  field: AssessmentField,
  list: readonly (readonly Json[])[],
  most: number,
): AssessmentTable | undefined {
  const width = list[0]?.length ?? 0;
  const even = list.every((row) => row.length === width && row.every(isPrimitive));
  if (list.length < 2 || width < 2 || width > MAX_COLUMNS || !even) return undefined;
  const head = headOf(list);
  const body = head ? list.slice(1) : list;
  const offset = head ? 1 : 0;
  const names = Array.from({ length: width }, (_, place) => head?.[place] ?? '');
  return {
    columns: names.map((name, place) => ({
      key: String(place),
      name: name === '' ? null : name,
      label: readableName(name),
    })),
    titled: false,
    rows: body.slice(0, most).map((row, at) => ({
      title: null,
      cells: names.map((name, place) =>
        cellOf(name, stepInto(stepInto(field.path, String(at + offset)), String(place)), row[place] ?? null),
      ),
    })),
    total: body.length,
  };
}

function headOf(list: readonly (readonly Json[])[]): readonly string[] | undefined {
  const [first = [], ...others] = list;
  const texts = first.filter((cell) => typeof cell === 'string');
  const distinct = texts.length === first.length && new Set(texts).size === texts.length;
  const mixed = others.length > 0 && others.every((row) => row.some((cell) => typeof cell !== 'string'));
  return distinct && mixed ? texts : undefined;
}

/** A conversation, in order. */
export interface Transcript {
  readonly turns: readonly Turn[];
  readonly total: number;
}

export interface Turn {
  readonly speaker: string;
  readonly text: string;
  /** As the service sent it: a clock time or seconds into the call. */
  readonly at: string | null;
}

const SPEAKER = /^(?:speaker|role|from|who|participant|author|sender|speaker name|speaker label)$/;
const SAID = /^(?:text|message|content|utterance|said|transcript|words|body)$/;
const SAID_AT = /^(?:time|timestamp|ts|at|start|start time|offset|started at|seconds|start seconds)$/;

/** Technical fields that a transcript leaves out; the raw answer still has them. */
const TECHNICAL =
  /^(?:id|index|seq|sequence|turn|turn id|message id|end|end time|end seconds|ended at|duration|duration ms|duration seconds|confidence)$/;

/**
 * Reads `[{speaker, text}]` under any common names, or `[{agent: "…"}, {candidate: "…"}]`; undefined for other lists.
 */
export function transcriptOf(list: readonly Json[], most: number): Transcript | undefined {
  const first = list[0];
  if (first === undefined || !isObject(first)) return undefined;
  const keys = keysOf(first);
  if (keys.length === 1) return turnsByName(list, most);
  const speaker = keys.find((key) => SPEAKER.test(normalizedName(key)));
  const said = keys.find((key) => SAID.test(normalizedName(key)));
  const at = keys.find((key) => SAID_AT.test(normalizedName(key)));
  const known = [speaker, said, at].filter((key) => key !== undefined);
  const isShownOrTechnical = (key: string) => known.includes(key) || TECHNICAL.test(normalizedName(key));
  // A transcript would hide any other field of a turn, so show such a list as a table.
  if (speaker === undefined || said === undefined || !keys.every(isShownOrTechnical)) return undefined;
  const isTurn = (entry: Json) =>
    isObject(entry) &&
    keysOf(entry).every(isShownOrTechnical) &&
    isPrimitive(entry[speaker]) &&
    isPrimitive(entry[said]) &&
    (at === undefined || isPrimitive(entry[at]));
  if (!list.slice(0, MAX_SAMPLES).every(isTurn)) return undefined;
  const turns = list.slice(0, most).filter(isObject);
  return {
    turns: turns.map((turn) => ({
      speaker: String(turn[speaker] ?? ''),
      text: String(turn[said] ?? ''),
      at: at === undefined || turn[at] === undefined || turn[at] === null ? null : String(turn[at]),
    })),
    total: list.length,
  };
}

const SPEAKER_NAME =
  /^(?:agent|ai|bot|assistant|interviewer|recruiter|system|caller|candidate|applicant|user|human|person|customer|callee)$/;

/** Reads turns keyed by their speaker: `{agent: "…"}`. */
function turnsByName(list: readonly Json[], most: number): Transcript | undefined {
  const turns: Turn[] = [];
  for (const entry of list.slice(0, MAX_SAMPLES)) {
    const [speaker, ...others] = isObject(entry) ? keysOf(entry) : [];
    if (speaker === undefined || others.length > 0 || !SPEAKER_NAME.test(normalizedName(speaker)))
      return undefined;
    const text = isObject(entry) ? entry[speaker] : undefined;
    if (typeof text !== 'string') return undefined;
    turns.push({ speaker, text, at: null });
  }
  return list.length > MAX_SAMPLES ? undefined : { turns: turns.slice(0, most), total: list.length };
}

interface EntryPath {
  readonly path: string;
  /** The entry's question, skill or name. */
  readonly title: string | null;
}

const MAX_NAMED_STEP_LENGTH = 300;

/** Pointers to the first `most` entries of a list: by title where it is unique, otherwise by index. */
export function entryPaths(path: string, list: readonly Json[], most: number): readonly EntryPath[] {
  const sample = list.slice(0, Math.max(most, 200));
  const key = titleKey(commonKeys(sample));
  const titles = sample.map((entry) => titleIn(entry, key));
  const counts = new Map<string, number>();
  for (const title of titles) if (title !== null) counts.set(title, (counts.get(title) ?? 0) + 1);
  return titles.slice(0, most).map((title, place) => {
    const named =
      key !== undefined && title !== null && title.length <= MAX_NAMED_STEP_LENGTH && counts.get(title) === 1;
    return { title, path: stepInto(path, named ? namedStep(key, title) : String(place)) };
  });
}

function titleIn(entry: Json, key: string | undefined): string | null {
  if (key === undefined || !isObject(entry) || !Object.hasOwn(entry, key)) return null;
  const title = entry[key];
  return typeof title === 'string' && title.trim() !== '' ? title : null;
}

function commonKeys(list: readonly Json[]): readonly string[] {
  const first = list[0];
  if (first === undefined || !isObject(first)) return [];
  return keysOf(first)
    .slice(0, 50)
    .filter((key) => list.every((entry) => isObject(entry) && Object.hasOwn(entry, key)));
}
