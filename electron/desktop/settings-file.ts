import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { putAside } from '../privacy/put-aside.ts';
import { writeFileAtomic } from './write-file-atomic.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The settings file: one JSON object. Read once, since only this process writes it; a damaged file is put aside. Unknown
 * fields are kept for the version that knows them.
 */
export class SettingsFile {
  private readonly path: string;
  private fields: Fields;
  /** Where a damaged file was put aside; undefined if it wasn't damaged. */
  readonly putAside: string | undefined;

  constructor(folder: string) {
    this.path = join(folder, 'settings.json');
    const read = readFields(this.path);
    this.fields = read ?? {};
    this.putAside = read ? undefined : putAside(this.path, new Date());
  }

  get(): Fields {
    return this.fields;
  }

  /** Merges and flushes to disk. Throws if the file can't be written, with nothing changed. */
  set(changes: Fields): void {
    const fields = { ...this.fields, ...changes };
    writeFileAtomic(this.path, JSON.stringify(fields, undefined, '\t'));
    this.fields = fields;
  }
}

/** Undefined for a file that exists but can't be read or is not a JSON object. */
function readFields(path: string): Fields | undefined {
  if (!existsSync(path)) return {};
  try {
    const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
    return isObject ? Object.fromEntries(Object.entries(parsed)) : undefined;
  } catch {
    return undefined;
  }
}
