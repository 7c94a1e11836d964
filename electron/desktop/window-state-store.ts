import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomic } from './partial-files.ts';

/** Sanity limit for stored positions and sizes, DIP. */
const MAX_DIP = 100_000;
/** Electron's zoom level: 0 is 100 %, each step is 20 %. */
const MAX_ZOOM = 6;

const COLOR_SCHEMES = ['auto', 'light', 'dark'] as const;

interface WindowState {
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

/** A rectangle on the displays, in DIP. */
export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Minimum size of the window, DIP. */
export const MIN_SIZE = { width: 720, height: 540 } as const;

const DEFAULT_SIZE = { width: 1280, height: 800 } as const;

/** How much of the title bar must stay on a display so that the window can be dragged. */
const GRIP = { height: 40, width: 120 } as const;

/**
 * Where the window opens: at its previous bounds if its title bar can be reached there, otherwise moved onto the nearest
 * display and shrunk to fit. Without previous bounds, centred on the primary display. `areas`: the displays' work areas,
 * the primary one first.
 */
export function windowBounds(previous: Bounds | undefined, areas: readonly Bounds[]): Bounds {
  const [main] = areas;
  if (!main) return previous ?? { x: 0, y: 0, ...DEFAULT_SIZE };
  if (!previous) return centre(resizeToFit({ x: 0, y: 0, ...DEFAULT_SIZE }, main), main);
  const area = nearestArea(previous, areas);
  const sized = resizeToFit(previous, area);
  return isWithinReach(sized, areas) ? sized : moveInto(sized, area);
}

function isWithinReach({ x, y, width }: Bounds, areas: readonly Bounds[]): boolean {
  return areas.some((area) => {
    const seen = Math.min(x + width, area.x + area.width) - Math.max(x, area.x);
    return seen >= GRIP.width && y >= area.y && y + GRIP.height <= area.y + area.height;
  });
}

/** No larger than the display, but never below the minimum. */
function resizeToFit(bounds: Bounds, area: Bounds): Bounds {
  return {
    x: Math.round(bounds.x),
    y: Math.round(bounds.y),
    width: Math.max(MIN_SIZE.width, Math.min(Math.round(bounds.width), area.width)),
    height: Math.max(MIN_SIZE.height, Math.min(Math.round(bounds.height), area.height)),
  };
}

/** Keeps the top left corner on the display even if the window is larger. */
function moveInto(bounds: Bounds, area: Bounds): Bounds {
  const x = Math.max(area.x, Math.min(bounds.x, area.x + area.width - bounds.width));
  const y = Math.max(area.y, Math.min(bounds.y, area.y + area.height - bounds.height));
  return { ...bounds, x, y };
}

function centre(bounds: Bounds, area: Bounds): Bounds {
  const x = area.x + Math.max(0, Math.round((area.width - bounds.width) / 2));
  const y = area.y + Math.max(0, Math.round((area.height - bounds.height) / 2));
  return { ...bounds, x, y };
}

/** The display with the largest overlap; without any overlap, the one with the nearest centre. */
function nearestArea(bounds: Bounds, areas: readonly Bounds[]): Bounds {
  const [first, ...others] = areas;
  if (!first) return bounds;
  return others.reduce((best, area) => {
    const gained = overlap(bounds, area) - overlap(bounds, best);
    return gained > 0 || (gained === 0 && distance(bounds, area) < distance(bounds, best)) ? area : best;
  }, first);
}

function overlap(a: Bounds, b: Bounds): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, width) * Math.max(0, height);
}

function distance(a: Bounds, b: Bounds): number {
  return Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2);
}
