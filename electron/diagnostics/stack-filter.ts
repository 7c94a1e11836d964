import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A place in this program's own code, such as `OutcomeRecorder.insist@main.js:120:5`. */
export type CodePlace = string;

interface OwnFile {
  /** The length of each line. */
  readonly lines: readonly number[];
  /** What is declared in it: functions, methods and classes. */
  readonly names: ReadonlySet<string>;
}

/** Frames of a stack that are looked at, and of those the ones that are kept. */
const LOOKED_AT = 60;
const KEPT = 8;
const LONGEST_STACK = 20_000;

/** Words before `(` that declare nothing. */
const NO_NAMES = new Set(['if', 'for', 'while', 'switch', 'catch', 'return', 'function', 'await', 'typeof']);

/**
 * Which places of stacks are this program's own. A stack is a text that anybody may have written into, so nothing of
 * it is taken over as it is: a place counts when its file is one of ours and has that line and column, a name when it
 * is declared in that very file. The files are read when the first error comes.
 */
export class StackFilter {
  private readonly folders: readonly string[];
  private paths: ReadonlyMap<string, string> | undefined;
  private readonly files = new Map<string, OwnFile | undefined>();

  /** `folders`: where the program's built files lie. */
  constructor(folders: readonly string[]) {
    this.folders = folders;
  }

  /** The places of a stack's text that are ours, the innermost first. */
  placesIn(stack: string): CodePlace[] {
    return stack
      .slice(0, LONGEST_STACK)
      .split('\n', LOOKED_AT)
      .map((line) => this.placeOf(line))
      .filter((place) => place !== undefined)
      .slice(0, KEPT);
  }

  /** A place given by its parts; undefined when there is no such place in our files. */
  place(file: string, line: number, column: number, name = ''): CodePlace | undefined {
    const known = this.file(file);
    const length = known?.lines[line - 1];
    if (!known || length === undefined || column < 1 || column > length + 1) return undefined;
    const declared = name.split('.').filter((part) => known.names.has(part));
    const at = `${file}:${line}:${column}`;
    return declared.length === 0 ? at : `${declared.slice(-2).join('.')}@${at}`;
  }

  private placeOf(line: string): CodePlace | undefined {
    const found = /^\s+at (?:(.{1,160}?) \()?(?:[^()]*[/\\])?([\w.-]{1,80}):(\d{1,6}):(\d{1,6})\)?$/.exec(
      line,
    );
    if (!found) return undefined;
    const [, called = '', file = '', row, column] = found;
    const plain = called.replace(/^(?:async |new |get |set )+/, '').replace(/ \[as .*\]$/, '');
    return this.place(file, Number(row), Number(column), plain);
  }

  private file(name: string): OwnFile | undefined {
    if (this.files.has(name)) return this.files.get(name);
    const path = this.pathsByName().get(name);
    const read = path === undefined ? undefined : readOwnFile(path);
    this.files.set(name, read);
    return read;
  }

  private pathsByName(): ReadonlyMap<string, string> {
    this.paths ??= new Map(this.folders.flatMap(filesIn).map((path) => [path.replace(/^.*[/\\]/, ''), path]));
    return this.paths;
  }
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /\.[cm]?[jt]s$/.test(name))
      .map((name) => join(folder, name));
  } catch {
    // Without the files there is no telling which places are ours: the log then has none.
    return [];
  }
}

function readOwnFile(path: string): OwnFile | undefined {
  try {
    const text = readFileSync(path, 'utf8');
    return { lines: text.split('\n').map((line) => line.length), names: declaredIn(text) };
  } catch {
    return undefined;
  }
}

function declaredIn(text: string): ReadonlySet<string> {
  const declarations = [
    /\b(?:function\*?|class)\s+([A-Za-z_$][\w$]*)/g,
    /\b(?:const|let|var)\s+([A-Za-z_$][\w$]*)\s*=\s*(?:async\s*)?(?:function\b|\()/g,
    /^\s*(?:(?:public|private|protected|override|static|async|get|set|\*)\s*)*#?([A-Za-z_$][\w$]*)\s*(?:<[^>]*>)?\([^)]*\)[^;=]*\{$/gm,
  ];
  const names = declarations.flatMap((each) => [...text.matchAll(each)].map(([, name = '']) => name));
  return new Set(names.filter((name) => !NO_NAMES.has(name)));
}
