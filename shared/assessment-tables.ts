import {
  isList,
  isObject,
  isPlain,
  type JsonObject,
  keysOf,
  namedStep,
  stepInto,
} from './assessment-paths.ts';
import type { AssessmentField } from './assessment-shape.ts';
import { readableName, titleKey, wordsOf } from './field-names.ts';
import type { Json } from './request.ts';

export interface TableColumn {
  /** Tells the columns apart. */
  readonly key: string;
  /** As the service named it; null for a column without a name. */
  readonly name: string | null;
  readonly label: string;
}

export interface TableRow {
  /** What the service calls the row, where rows have names. */
  readonly title: string | null;
  /** One for each column. */
  readonly cells: readonly AssessmentField[];
}

/** Entries with the same few fields. */
export interface AssessmentTable {
  readonly columns: readonly TableColumn[];
  /** Rows have titles: a column before the others, without a heading. */
  readonly titled: boolean;
  readonly rows: readonly TableRow[];
  readonly total: number;
}

const MOST_COLUMNS = 7;
/** Entries that are looked at to tell whether all are alike. */
const MOST_SAMPLES = 1000;
/** A table with more empty cells than this share reads worse than sections. */
const MOST_EMPTY = 0.4;

/**
 * A list of objects with the same few plain fields, a list of rows, or a group of such objects by name (`english:
 * {score, comment}`); undefined for what is none of these. At most `most` rows are read.
 */
export function tableOf(
  field: AssessmentField,
  value: readonly Json[] | JsonObject,
  most: number,
): AssessmentTable | undefined {
  if (!isList(value)) return namedRows(field, value, most);
  return value.length > 0 && value.slice(0, MOST_SAMPLES).every(isList)
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
  // A single entry is a table only where its fields are known to be those of a list: a question and its answer, say.
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
  for (const key of keys.slice(0, MOST_SAMPLES)) {
    const row = group[key];
    if (row === undefined || !isObject(row)) return undefined;
    rows.push(row);
  }
  if (keys.slice(MOST_SAMPLES).some((key) => !isObject(group[key] ?? null))) return undefined;
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

/** The fields that rows have, undefined where the rows are no table. */
function columnsOf(rows: readonly JsonObject[]): readonly string[] | undefined {
  const sample = rows.slice(0, MOST_SAMPLES);
  const names = new Set<string>();
  let filled = 0;
  for (const row of sample) {
    for (const name of keysOf(row)) {
      const value = row[name];
      if (!isPlain(value) && !(value && isList(value) && value.length <= 6 && value.every(isPlain)))
        return undefined;
      names.add(name);
      filled += 1;
      if (names.size > MOST_COLUMNS) return undefined;
    }
  }
  const cells = names.size * sample.length;
  return cells === 0 || filled / cells < 1 - MOST_EMPTY ? undefined : [...names];
}

/** `[["English", 4], ["German", 3]]`; a first row of texts above others is their heading. */
function rowsWithoutNames(
  field: AssessmentField,
  list: readonly (readonly Json[])[],
  most: number,
): AssessmentTable | undefined {
  const width = list[0]?.length ?? 0;
  const even = list.every((row) => row.length === width && row.every(isPlain));
  if (list.length < 2 || width < 2 || width > MOST_COLUMNS || !even) return undefined;
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

/** A conversation: who said what, in its order. */
export interface Transcript {
  readonly turns: readonly Turn[];
  readonly total: number;
}

export interface Turn {
  readonly speaker: string;
  readonly text: string;
  /** When it was said, as the service wrote it (a clock time, seconds into the call). */
  readonly at: string | null;
}

const SPEAKER = /^(?:speaker|role|from|who|participant|author|sender|speaker name|speaker label)$/;
const SAID = /^(?:text|message|content|utterance|said|transcript|words|body)$/;
const SAID_AT = /^(?:time|timestamp|ts|at|start|start time|offset|started at|seconds|start seconds)$/;

/** Of use to programs alone; the raw answer has it. */
const ASIDE =
  /^(?:id|index|seq|sequence|turn|turn id|message id|end|end time|end seconds|ended at|duration|duration ms|duration seconds|confidence)$/;

/** Reads `[{speaker, text}]` under any usual names, or `[{agent: "…"}, {candidate: "…"}]`; undefined for any other list. */
export function transcriptOf(list: readonly Json[], most: number): Transcript | undefined {
  const first = list[0];
  if (first === undefined || !isObject(first)) return undefined;
  const keys = keysOf(first);
  if (keys.length === 1) return turnsByName(list, most);
  const speaker = keys.find((key) => SPEAKER.test(wordsOf(key)));
  const said = keys.find((key) => SAID.test(wordsOf(key)));
  const at = keys.find((key) => SAID_AT.test(wordsOf(key)));
  const known = [speaker, said, at].filter((key) => key !== undefined);
  const isShownOrAside = (key: string) => known.includes(key) || ASIDE.test(wordsOf(key));
  // Whatever else a turn has would be lost here: then it is a table.
  if (speaker === undefined || said === undefined || !keys.every(isShownOrAside)) return undefined;
  const isTurn = (entry: Json) =>
    isObject(entry) &&
    keysOf(entry).every(isShownOrAside) &&
    isPlain(entry[speaker]) &&
    isPlain(entry[said]) &&
    (at === undefined || isPlain(entry[at]));
  if (!list.slice(0, MOST_SAMPLES).every(isTurn)) return undefined;
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

/** Turns that are called by who speaks. */
function turnsByName(list: readonly Json[], most: number): Transcript | undefined {
  const turns: Turn[] = [];
  for (const entry of list.slice(0, MOST_SAMPLES)) {
    const [speaker, ...others] = isObject(entry) ? keysOf(entry) : [];
    if (speaker === undefined || others.length > 0 || !SPEAKER_NAME.test(wordsOf(speaker))) return undefined;
    const text = isObject(entry) ? entry[speaker] : undefined;
    if (typeof text !== 'string') return undefined;
    turns.push({ speaker, text, at: null });
  }
  return list.length > MOST_SAMPLES ? undefined : { turns: turns.slice(0, most), total: list.length };
}

interface EntryPath {
  readonly path: string;
  /** The entry's question, skill or name. */
  readonly title: string | null;
}

const LONGEST_NAMED_STEP = 300;

/** The pointers to the first entries of a list: by name where each has one of its own, else by place. */
export function entryPaths(path: string, list: readonly Json[], most: number): readonly EntryPath[] {
  const sample = list.slice(0, Math.max(most, 200));
  const key = titleKey(commonKeys(sample));
  const titles = sample.map((entry) => titleIn(entry, key));
  const counts = new Map<string, number>();
  for (const title of titles) if (title !== null) counts.set(title, (counts.get(title) ?? 0) + 1);
  return titles.slice(0, most).map((title, place) => {
    const named =
      key !== undefined && title !== null && title.length <= LONGEST_NAMED_STEP && counts.get(title) === 1;
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
