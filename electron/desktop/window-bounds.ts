/** Place and size of something on the screens, in DIP. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The smallest the window may be, DIP. */
export const SMALLEST = { width: 720, height: 540 } as const;

/** What a new user sees. */
const FIRST_SIZE = { width: 1280, height: 800 } as const;

/** The strip at the top by which a window is moved, and how much of it must be within reach. */
const GRIP = { height: 40, width: 120 } as const;

/**
 * Where the window opens: where it was, as long as its top can be taken hold of on one of the screens; else, with its
 * size kept as far as it fits, moved onto the nearest. `areas`: what taskbars and docks leave of each screen, the main
 * one first. Without a place of before, in the middle of the main screen.
 */
export function windowBounds(before: Place | undefined, areas: readonly Place[]): Place {
  const [main] = areas;
  if (!main) return before ?? { x: 0, y: 0, ...FIRST_SIZE };
  if (!before) return centred(fitting({ x: 0, y: 0, ...FIRST_SIZE }, main), main);
  const area = nearest(before, areas);
  const sized = fitting(before, area);
  return isWithinReach(sized, areas) ? sized : movedInto(sized, area);
}

function isWithinReach({ x, y, width }: Place, areas: readonly Place[]): boolean {
  return areas.some((area) => {
    const seen = Math.min(x + width, area.x + area.width) - Math.max(x, area.x);
    return seen >= GRIP.width && y >= area.y && y + GRIP.height <= area.y + area.height;
  });
}

/** No larger than the screen, never smaller than the smallest. */
function fitting(place: Place, area: Place): Place {
  return {
    x: Math.round(place.x),
    y: Math.round(place.y),
    width: Math.max(SMALLEST.width, Math.min(Math.round(place.width), area.width)),
    height: Math.max(SMALLEST.height, Math.min(Math.round(place.height), area.height)),
  };
}

/** Its top left corner is on the screen even where the rest is larger. */
function movedInto(place: Place, area: Place): Place {
  const x = Math.max(area.x, Math.min(place.x, area.x + area.width - place.width));
  const y = Math.max(area.y, Math.min(place.y, area.y + area.height - place.height));
  return { ...place, x, y };
}

function centred(place: Place, area: Place): Place {
  const x = area.x + Math.max(0, Math.round((area.width - place.width) / 2));
  const y = area.y + Math.max(0, Math.round((area.height - place.height) / 2));
  return { ...place, x, y };
}

/** The screen that has most of it; of those that have nothing, the one whose middle is nearest. */
function nearest(place: Place, areas: readonly Place[]): Place {
  const [first, ...others] = areas;
  if (!first) return place;
  return others.reduce((best, area) => {
    const gained = overlap(place, area) - overlap(place, best);
    return gained > 0 || (gained === 0 && distance(place, area) < distance(place, best)) ? area : best;
  }, first);
}

function overlap(a: Place, b: Place): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, width) * Math.max(0, height);
}

function distance(a: Place, b: Place): number {
  return Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2);
}
