import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A location in the app's own code, such as `OutcomeRecorder.insist@main.js:120:5`. */
export type CodeLocation = string;

interface OwnFile {
  /** The length of each line. */
  readonly lines: readonly number[];
  /** Functions, methods and classes it declares. */
  readonly names: ReadonlySet<string>;
}

/** Limits on the stack frames parsed, and on those kept. */
const MAX_PARSED = 60;
const MAX_KEPT = 8;
const MAX_STACK_LENGTH = 20_000;

/** Keywords that may precede `(` like a method's name. */
const KEYWORDS = new Set(['if', 'for', 'while', 'switch', 'catch', 'return', 'function', 'await', 'typeof']);

/**
 * Extracts the stack frames that belong to the app's own code. A stack is untrusted text, so nothing is copied from it
 * unchecked: a location must exist in one of our files, and a name must be declared in that file. Files are read when the
 * first error is logged.
 */
export class StackFilter {
  private readonly folders: readonly string[];
  private paths: ReadonlyMap<string, string> | undefined;
  private readonly files = new Map<string, OwnFile | undefined>();

  /** `folders`: those of the app's built files. */
  constructor(folders: readonly string[]) {
    this.folders = folders;
  }

  /** Locations in our own code, innermost first. */
  placesIn(stack: string): CodeLocation[] {
    return stack
      .slice(0, MAX_STACK_LENGTH)
      .split('\n', MAX_PARSED)
      .map((line) => this.parseFrame(line))
      .filter((location) => location !== undefined)
      .slice(0, MAX_KEPT);
  }

  /** Undefined if our files have no such location. */
  private location(file: string, line: number, column: number, name = ''): CodeLocation | undefined {
    const known = this.file(file);
    const length = known?.lines[line - 1];
    if (!known || length === undefined || column < 1 || column > length + 1) return undefined;
    const declared = name.split('.').filter((part) => known.names.has(part));
    const at = `${file}:${line}:${column}`;
    return declared.length === 0 ? at : `${declared.slice(-2).join('.')}@${at}`;
  }

  private parseFrame(line: string): CodeLocation | undefined {
    const found = /^\s+at (?:(.{1,160}?) \()?(?:[^()]*[/\\])?([\w.-]{1,80}):(\d{1,6}):(\d{1,6})\)?$/.exec(
      line,
    );
    if (!found) return undefined;
    const [, called = '', file = '', row, column] = found;
    const plain = called.replace(/^(?:async |new |get |set )+/, '').replace(/ \[as .*\]$/, '');
    return this.location(file, Number(row), Number(column), plain);
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
    // Without the files no location can be verified, so the log gets none.
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
  const names = declarations.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name));
  return new Set(names.filter((name) => !KEYWORDS.has(name)));
}
