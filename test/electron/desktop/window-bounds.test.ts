import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Place, SMALLEST, windowBounds } from '../../../electron/desktop/window-bounds.ts';

const LAPTOP: Place = { x: 0, y: 25, width: 1440, height: 875 };
const RIGHT: Place = { x: 1440, y: 0, width: 2560, height: 1400 };

describe('where the window opens', () => {
  test('is the middle of the main screen for a new user, and no larger than that screen', () => {
    expect(windowBounds(undefined, [LAPTOP, RIGHT])).toEqual({ x: 80, y: 63, width: 1280, height: 800 });
    expect(windowBounds(undefined, [{ x: 0, y: 0, width: 1024, height: 700 }])).toEqual({
      x: 0,
      y: 0,
      width: 1024,
      height: 700,
    });
  });

  test('is where it was, also across two screens', () => {
    for (const x of [100, 1200, 1800]) {
      const place = { x, y: 100, width: 900, height: 600 };
      expect(windowBounds(place, [LAPTOP, RIGHT])).toEqual(place);
    }
  });

  test('is the screen that is left, when the one it was on is gone', () => {
    const onRight = { x: 2000, y: 300, width: 1000, height: 700 };
    expect(windowBounds(onRight, [LAPTOP])).toEqual({ x: 440, y: 200, width: 1000, height: 700 });
  });

  test('is smaller where the screen is', () => {
    const large = { x: 1500, y: 10, width: 2400, height: 1300 };
    expect(windowBounds(large, [LAPTOP])).toEqual({ x: 0, y: 25, width: 1440, height: 875 });
  });

  test('keeps its place where no screen is known', () => {
    const place = { x: 5, y: 6, width: 800, height: 600 };
    expect(windowBounds(place, [])).toEqual(place);
  });

  test('can always be taken hold of on some screen, is never too small, and stays put on the only screen', () => {
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
        expect(opened.width).toBeGreaterThanOrEqual(SMALLEST.width);
        expect(opened.height).toBeGreaterThanOrEqual(SMALLEST.height);
        expect(Object.values(opened).every(Number.isInteger)).toBe(true);
        // Forty pixels of its top, over a width of a hundred and twenty, are on one of the screens.
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
