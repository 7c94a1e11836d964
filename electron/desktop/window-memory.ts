import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from './write-whole.ts';

/** Farther away or larger than this is no screen's, DIP. */
const FAR = 100_000;
/** Electron's zoom level: 0 is 100 %, each step 20 %. */
const MOST_ZOOM = 6;

const COLOR_SCHEMES = ['auto', 'light', 'dark'] as const;

export interface Remembered {
  /** Place and size while it fills no screen, DIP. */
  readonly place?: Electron.Rectangle | undefined;
  readonly maximized: boolean;
  readonly fullScreen: boolean;
  readonly zoom: number;
  /** When the window had the focus last, UTC ms. */
  readonly lookedAt: number;
  /** That of the settings, which are read only after the window has opened. */
  readonly colorScheme: (typeof COLOR_SCHEMES)[number];
}

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
      writeWhole(this.path, JSON.stringify(next));
    } catch (error) {
      this.onTrouble(error);
    }
  }
}

function read(path: string): Remembered {
  try {
    const left: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return remembered(typeof left === 'object' && left !== null ? left : {});
  } catch {
    // Not there yet, or nothing that could be read: the window opens as for a new user.
    return remembered({});
  }
}

/** By hand: the window waits for it, and would wait longer for the library of schemas. */
function remembered(left: object): Remembered {
  const place: unknown = Reflect.get(left, 'place');
  return {
    place: typeof place === 'object' && place !== null ? rectangle(place) : undefined,
    maximized: Reflect.get(left, 'maximized') === true,
    fullScreen: Reflect.get(left, 'fullScreen') === true,
    zoom: numberOf(left, 'zoom', -MOST_ZOOM, MOST_ZOOM) ?? 0,
    lookedAt: numberOf(left, 'lookedAt', 0, Number.MAX_SAFE_INTEGER) ?? 0,
    colorScheme: COLOR_SCHEMES.find((known) => known === Reflect.get(left, 'colorScheme')) ?? 'auto',
  };
}

/** Undefined where any of its four is none that a window can have. */
function rectangle(place: object): Electron.Rectangle | undefined {
  const x = numberOf(place, 'x', -FAR, FAR);
  const y = numberOf(place, 'y', -FAR, FAR);
  const width = numberOf(place, 'width', Number.MIN_VALUE, FAR);
  const height = numberOf(place, 'height', Number.MIN_VALUE, FAR);
  if (x === undefined || y === undefined || width === undefined || height === undefined) return undefined;
  return { x, y, width, height };
}

function numberOf(from: object, name: string, least: number, most: number): number | undefined {
  const value: unknown = Reflect.get(from, name);
  return typeof value === 'number' && value >= least && value <= most ? value : undefined;
}
