import { EventEmitter } from 'node:events';
import { strict } from '../unsupported.ts';
import { requireReady } from './require-ready.ts';

/** A desktop that never changes, so the events of these modules never fire. */

const area = { x: 0, y: 0, width: 1280, height: 800 };
const display = {
  id: 1,
  label: 'Preview',
  bounds: area,
  workArea: area,
  size: area,
  workAreaSize: area,
  scaleFactor: 1,
};

function getDisplay() {
  requireReady("The 'screen' module can't be used before the app 'ready' event");
  return display;
}

/** Electron's `powerMonitor`. */
export const powerMonitor = strict(
  'powerMonitor',
  Object.assign(new EventEmitter(), {
    getSystemIdleTime: () => 0,
  } satisfies Partial<Record<keyof Electron.PowerMonitor, unknown>>),
);

/** Electron's `nativeTheme`. */
export const nativeTheme = strict(
  'nativeTheme',
  Object.assign(new EventEmitter(), {
    shouldUseDarkColors: false,
    shouldUseHighContrastColors: false,
    shouldUseDarkColorsForSystemIntegratedUI: false,
    themeSource: 'system',
  } satisfies Partial<Record<keyof Electron.NativeTheme, unknown>>),
);

/** Electron's `screen`: one display. */
export const screen = strict(
  'screen',
  Object.assign(new EventEmitter(), {
    getPrimaryDisplay: getDisplay,
    getAllDisplays: () => [getDisplay()],
    getDisplayMatching: (_rectangle: Electron.Rectangle) => getDisplay(),
  } satisfies Partial<Record<keyof Electron.Screen, unknown>>),
);
