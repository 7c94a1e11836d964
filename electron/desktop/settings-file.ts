import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { putAside } from '../privacy/put-aside.ts';
import { writeWhole } from './write-whole.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The settings' file: one JSON object. It is read once, for this process alone writes it; a damaged one is put aside. What is
 * in it that this version does not know is kept for the version that does.
 */
export class SettingsFile {
  private readonly path: string;
  private fields: Fields;
  /** Where a damaged file was put aside; undefined when all was well. */
  readonly putAside: string | undefined;

  constructor(folder: string) {
    this.path = join(folder, 'settings.json');
    const read = readFields(this.path);
    this.fields = read ?? {};
    this.putAside = read ? undefined : putAside(this.path, new Date());
  }

  /** What it holds. */
  get(): Fields {
    return this.fields;
  }

  /** Writes these over what it holds; on the disk when it returns. Throws where it cannot be written: nothing is changed then. */
  set(changes: Fields): void {
    const fields = { ...this.fields, ...changes };
    writeWhole(this.path, JSON.stringify(fields, undefined, '\t'));
    this.fields = fields;
  }
}

/** Undefined for a file that is there and cannot be read or holds something else. */
function readFields(path: string): Fields | undefined {
  if (!existsSync(path)) return {};
  try {
    const left: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const isObject = typeof left === 'object' && left !== null && !Array.isArray(left);
    return isObject ? Object.fromEntries(Object.entries(left)) : undefined;
  } catch {
    return undefined;
  }
}
