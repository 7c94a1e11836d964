import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Bounds, MIN_SIZE, windowBounds } from '../../../electron/desktop/window-state-store.ts';

const LAPTOP: Bounds = { x: 0, y: 25, width: 1440, height: 875 };
const RIGHT: Bounds = { x: 1440, y: 0, width: 2560, height: 1400 };

describe('where the window opens', () => {
  test('for a new user, centred on the primary display and no larger than it', () => {
    expect(windowBounds(undefined, [LAPTOP, RIGHT])).toEqual({ x: 80, y: 63, width: 1280, height: 800 });
    expect(windowBounds(undefined, [{ x: 0, y: 0, width: 1024, height: 700 }])).toEqual({
      x: 0,
      y: 0,
      width: 1024,
      height: 700,
    });
  });

  test('at its previous bounds, even across two displays', () => {
    for (const x of [100, 1200, 1800]) {
      const place = { x, y: 100, width: 900, height: 600 };
      expect(windowBounds(place, [LAPTOP, RIGHT])).toEqual(place);
    }
  });

  test('on the remaining display if its own is gone', () => {
    const onRight = { x: 2000, y: 300, width: 1000, height: 700 };
    expect(windowBounds(onRight, [LAPTOP])).toEqual({ x: 440, y: 200, width: 1000, height: 700 });
  });

  test('shrunk to fit a smaller display', () => {
    const large = { x: 1500, y: 10, width: 2400, height: 1300 };
    expect(windowBounds(large, [LAPTOP])).toEqual({ x: 0, y: 25, width: 1440, height: 875 });
  });

  test('at its previous bounds if no display is known', () => {
    const place = { x: 5, y: 6, width: 800, height: 600 };
    expect(windowBounds(place, [])).toEqual(place);
  });

  test('always with its title bar in reach and above the minimum size; on a single display the result is stable', () => {
    const coordinate = fc.integer({ min: -8000, max: 8000 });
    const screens = fc.array(
      fc.record({
        x: coordinate,
        y: coordinate,
        width: fc.integer({ min: 640, max: 5120 }),
        height: fc.integer({ min: 480, max: 2880 }),
      }),
      { minLength: 1, maxLength: 4 },
    );
    const any = fc.double({ min: -1e5, max: 1e5, noNaN: true });
    const size = fc.double({ min: 1, max: 1e5, noNaN: true });
    const before = fc.option(fc.record({ x: any, y: any, width: size, height: size }), { nil: undefined });
    fc.assert(
      fc.property(before, screens, (place, areas) => {
        const opened = windowBounds(place, areas);
        expect(opened.width).toBeGreaterThanOrEqual(MIN_SIZE.width);
        expect(opened.height).toBeGreaterThanOrEqual(MIN_SIZE.height);
        expect(Object.values(opened).every(Number.isInteger)).toBe(true);
        // A strip of 120 by 40 pixels at its top is on one of the displays.
        const within = areas.some(
          (area) =>
            opened.y >= area.y &&
            opened.y + 40 <= area.y + area.height &&
            Math.min(opened.x + opened.width, area.x + area.width) - Math.max(opened.x, area.x) >= 120,
        );
        expect(within).toBe(true);
        const [only, ...others] = areas;
        if (only && others.length === 0) expect(windowBounds(opened, [only])).toEqual(opened);
      }),
      { seed: 11, numRuns: 2000 },
    );
  });
});
