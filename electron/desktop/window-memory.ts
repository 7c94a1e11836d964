import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Farther away or larger than this is no screen's, DIP. */
const FAR = 100_000;

const coordinate = z.number().min(-FAR).max(FAR);
const remembered = z.object({
  /** Place and size while it fills no screen, DIP. */
  place: z
    .object({
      x: coordinate,
      y: coordinate,
      width: z.number().positive().max(FAR),
      height: z.number().positive().max(FAR),
    })
    .optional()
    .catch(undefined),
  maximized: z.boolean().catch(false),
  fullScreen: z.boolean().catch(false),
  /** Electron's zoom level: 0 is 100 %, each step 20 %. */
  zoom: z.number().min(-6).max(6).catch(0),
  /** When the window had the focus last, UTC ms. */
  lookedAt: z.number().min(0).catch(0),
});
export type Remembered = z.output<typeof remembered>;

const NOTHING: Remembered = remembered.parse({});

/**
 * How the window was left, in a small file of the user-data folder. It is worth nobody's word: a damaged file counts as
 * none and is replaced, and one that cannot be written is reported and costs a place on the screen.
 */
export class WindowMemory {
  private readonly path: string;
  private readonly onTrouble: (error: unknown) => void;
  private state: Remembered;

  constructor(folder: string, onTrouble: (error: unknown) => void) {
    this.path = join(folder, 'window.json');
    this.onTrouble = onTrouble;
    this.state = read(this.path);
  }

  get(): Remembered {
    return this.state;
  }

  /** On the disk, readable by this user alone, when it returns. */
  keep(changes: Partial<Remembered>): void {
    const next = { ...this.state, ...changes };
    if (JSON.stringify(next) === JSON.stringify(this.state)) return;
    this.state = next;
    try {
      write(this.path, JSON.stringify(next));
    } catch (error) {
      this.onTrouble(error);
    }
  }
}

function read(path: string): Remembered {
  try {
    return remembered.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // Not there yet, or nothing that could be read: the window opens as for a new user.
    return NOTHING;
  }
}

function write(path: string, text: string): void {
  const growing = `${path}.new`;
  const file = openSync(growing, 'w', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(growing, path);
}
