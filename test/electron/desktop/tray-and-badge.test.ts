import { expect, test } from 'vitest';
import { BADGE_PIXELS, badgePicture } from '../../../electron/desktop/badge-picture.ts';
import { trayIconName, trayMenu, trayTooltip } from '../../../electron/desktop/tray-menu.ts';

const NOTHING = { waiting: 0, needsPerson: 0, completed: 0, paused: false };

function menuOf(counts: typeof NOTHING) {
  const actions: string[] = [];
  const menu = trayMenu(counts, {
    open: () => actions.push('open'),
    openPage: (path) => actions.push(path),
    setPaused: (paused) => actions.push(paused ? 'pause' : 'resume'),
    quit: () => actions.push('quit'),
  });
  return {
    labels: menu.flatMap(({ label }) => label ?? []),
    enabled: menu.flatMap(({ label, enabled }) => (label !== undefined && enabled !== false ? [label] : [])),
    choose: (label: string) => {
      const click = menu.find((item) => item.label === label)?.click;
      if (click) Reflect.apply(click, undefined, []);
      return actions.at(-1);
    },
  };
}

test('the tray menu has the counts, each linking to its list, and the actions', () => {
  const menu = menuOf({ waiting: 1200, needsPerson: 1, completed: 3, paused: false });
  expect(menu.labels).toEqual([
    '1,200 waiting',
    '1 needs you',
    '3 completed since you last looked',
    'Open Callboard',
    'New request',
    'Pause sending',
    'Quit Callboard',
  ]);
  expect(menu.choose('1,200 waiting')).toBe('/outbox');
  expect(menu.choose('1 needs you')).toBe('/outbox/needs-you');
  expect(menu.choose('3 completed since you last looked')).toBe('/requests?view=changed');
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

test('the tooltip lists the counts that are not zero, and the icon shows decisions before a pause', () => {
  expect(trayTooltip(NOTHING)).toBe('Callboard');
  expect(trayTooltip({ waiting: 2, needsPerson: 1, completed: 4, paused: true })).toBe(
    'Callboard: 1 for you, 2 waiting, 4 completed, paused',
  );
  expect([
    trayIconName(NOTHING),
    trayIconName({ ...NOTHING, paused: true }),
    trayIconName({ ...NOTHING, needsPerson: 1, paused: true }),
  ]).toEqual(['tray', 'tray-paused', 'tray-attention']);
});

/** The badge as text: transparent, red (.) and white (#). */
function drawn(count: number): string {
  const pixels = badgePicture(count);
  return Array.from({ length: BADGE_PIXELS * BADGE_PIXELS }, (_, at) => {
    const [blue, , , alpha] = pixels.subarray(at * 4, at * 4 + 4);
    return alpha === 0 ? ' ' : blue === 255 ? '#' : '.';
  }).join('');
}

test('the taskbar badge is a disc with the number, different for 1 to 9 and the same from 10 on', () => {
  const pictures = Array.from({ length: 12 }, (_, index) => drawn(index + 1));
  expect(new Set(pictures.slice(0, 10)).size).toBe(10);
  expect(pictures[10]).toBe(pictures[9]);
  for (const picture of pictures) {
    expect(picture[0]).toBe(' ');
    expect(picture.match(/#/g)?.length).toBeGreaterThan(60);
    expect(picture.match(/\./g)?.length).toBeGreaterThan(400);
  }
});
