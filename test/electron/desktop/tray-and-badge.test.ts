import { expect, test } from 'vitest';
import { BADGE_PIXELS, badgePicture } from '../../../electron/desktop/badge-picture.ts';
import { trayLook, trayMenu, trayWords } from '../../../electron/desktop/tray-menu.ts';

const NOTHING = { waiting: 0, needsDecision: 0, completed: 0, paused: false };

function menuOf(numbers: typeof NOTHING) {
  const done: string[] = [];
  const menu = trayMenu(numbers, {
    open: () => done.push('open'),
    openPage: (path) => done.push(path),
    setPaused: (paused) => done.push(paused ? 'pause' : 'resume'),
    quit: () => done.push('quit'),
  });
  return {
    labels: menu.flatMap(({ label }) => label ?? []),
    enabled: menu.flatMap(({ label, enabled }) => (label !== undefined && enabled !== false ? [label] : [])),
    choose: (label: string) => {
      const click = menu.find((item) => item.label === label)?.click;
      if (click) Reflect.apply(click, undefined, []);
      return done.at(-1);
    },
  };
}

test('the menu of the icon has the numbers, each leading to what it counts, and what can be done', () => {
  const menu = menuOf({ waiting: 1200, needsDecision: 1, completed: 3, paused: false });
  expect(menu.labels).toEqual([
    '1,200 waiting',
    '1 needs your decision',
    '3 completed since you looked',
    'Open Callboard',
    'New request',
    'Pause sending',
    'Quit Callboard',
  ]);
  expect(menu.choose('1,200 waiting')).toBe('/outbox');
  expect(menu.choose('3 completed since you looked')).toBe('/requests?view=changed');
  expect(menu.choose('New request')).toBe('/new');
  expect(menu.choose('Pause sending')).toBe('pause');
  expect(menuOf({ ...NOTHING, paused: true }).choose('Resume sending')).toBe('resume');
  expect(menuOf(NOTHING).enabled).toEqual([
    'Open Callboard',
    'New request',
    'Pause sending',
    'Quit Callboard',
  ]);
});

test('the icon says in words and by its look what is not nothing', () => {
  expect(trayWords(NOTHING)).toBe('Callboard');
  expect(trayWords({ waiting: 2, needsDecision: 1, completed: 4, paused: true })).toBe(
    'Callboard: 1 to decide, 2 waiting, 4 completed, paused',
  );
  expect([
    trayLook(NOTHING),
    trayLook({ ...NOTHING, paused: true }),
    trayLook({ ...NOTHING, needsDecision: 1, paused: true }),
  ]).toEqual(['tray', 'tray-paused', 'tray-attention']);
});

/** The picture as a text: what is transparent, red and white. */
function drawn(count: number): string {
  const pixels = badgePicture(count);
  return Array.from({ length: BADGE_PIXELS * BADGE_PIXELS }, (_, at) => {
    const [blue, , , alpha] = pixels.subarray(at * 4, at * 4 + 4);
    return alpha === 0 ? ' ' : blue === 255 ? '#' : '.';
  }).join('');
}

test('the badge of a taskbar is a disc with the number, different for each up to nine and more', () => {
  const pictures = Array.from({ length: 12 }, (_, index) => drawn(index + 1));
  expect(new Set(pictures.slice(0, 10)).size).toBe(10);
  expect(pictures[10]).toBe(pictures[9]);
  for (const picture of pictures) {
    expect(picture[0]).toBe(' ');
    expect(picture.match(/#/g)?.length).toBeGreaterThan(60);
    expect(picture.match(/\./g)?.length).toBeGreaterThan(400);
  }
});
