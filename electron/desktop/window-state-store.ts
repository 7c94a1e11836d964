import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomic } from './write-file-atomic.ts';

/** Sanity limit for stored positions and sizes, DIP. */
const MAX_DIP = 100_000;
/** Electron's zoom level: 0 is 100 %, each step is 20 %. */
const MAX_ZOOM = 6;

const COLOR_SCHEMES = ['auto', 'light', 'dark'] as const;

export interface WindowState {
  /** Bounds when neither maximized nor full screen, DIP. */
  readonly place?: Electron.Rectangle | undefined;
  readonly maximized: boolean;
  readonly fullScreen: boolean;
  readonly zoom: number;
  /** When the window last had focus, UTC ms. */
  readonly lookedAt: number;
  /** A copy of the setting, because settings are read only after the window has opened. */
  readonly colorScheme: (typeof COLOR_SCHEMES)[number];
}

/**
 * The window's state, in a small file in the user-data folder. Losing it is harmless: a damaged file is replaced, and a
 * failure to write it is only reported.
 */
export class WindowStateStore {
  private readonly path: string;
  private readonly onTrouble: (error: unknown) => void;
  private state: WindowState;

  constructor(folder: string, onTrouble: (error: unknown) => void) {
    this.path = join(folder, 'window.json');
    this.onTrouble = onTrouble;
    this.state = read(this.path);
  }

  get(): WindowState {
    return this.state;
  }

  /** Flushed to disk on return, readable by this user only. */
  save(changes: Partial<WindowState>): void {
    const next = { ...this.state, ...changes };
    if (JSON.stringify(next) === JSON.stringify(this.state)) return;
    this.state = next;
    try {
      writeFileAtomic(this.path, JSON.stringify(next));
    } catch (error) {
      this.onTrouble(error);
    }
  }
}

function read(path: string): WindowState {
  try {
    const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return parseState(typeof parsed === 'object' && parsed !== null ? parsed : {});
  } catch {
    // Missing or damaged: use the defaults.
    return parseState({});
  }
}

/** Hand-written: loading zod would delay the window. */
function parseState(stored: object): WindowState {
  const place: unknown = Reflect.get(stored, 'place');
  return {
    place: typeof place === 'object' && place !== null ? rectangle(place) : undefined,
    maximized: Reflect.get(stored, 'maximized') === true,
    fullScreen: Reflect.get(stored, 'fullScreen') === true,
    zoom: numberOf(stored, 'zoom', -MAX_ZOOM, MAX_ZOOM) ?? 0,
    lookedAt: numberOf(stored, 'lookedAt', 0, Number.MAX_SAFE_INTEGER) ?? 0,
    colorScheme: COLOR_SCHEMES.find((known) => known === Reflect.get(stored, 'colorScheme')) ?? 'auto',
  };
}

/** Undefined if any field is missing or out of range. */
function rectangle(place: object): Electron.Rectangle | undefined {
  const x = numberOf(place, 'x', -MAX_DIP, MAX_DIP);
  const y = numberOf(place, 'y', -MAX_DIP, MAX_DIP);
  const width = numberOf(place, 'width', Number.MIN_VALUE, MAX_DIP);
  const height = numberOf(place, 'height', Number.MIN_VALUE, MAX_DIP);
  if (x === undefined || y === undefined || width === undefined || height === undefined) return undefined;
  return { x, y, width, height };
}

function numberOf(from: object, name: string, least: number, most: number): number | undefined {
  const value: unknown = Reflect.get(from, name);
  return typeof value === 'number' && value >= least && value <= most ? value : undefined;
}
