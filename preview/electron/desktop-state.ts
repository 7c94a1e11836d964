import { EventEmitter } from 'node:events';
import { requireReady } from './require-ready.ts';
import { type EventsOf, type PartOf, standIn } from './stand-in.ts';

/** A desktop that never changes, so the events of these modules never fire. */

const area = { x: 0, y: 0, width: 1280, height: 800 };
const display: Electron.Display = {
  id: 1,
  label: 'Preview',
  bounds: area,
  workArea: area,
  size: area,
  workAreaSize: area,
  scaleFactor: 1,
  rotation: 0,
  nativeOrigin: { x: 0, y: 0 },
  maximumCursorSize: { width: 64, height: 64 },
  colorDepth: 24,
  colorSpace: '{primaries:BT709, transfer:SRGB, matrix:RGB, range:FULL}',
  depthPerComponent: 8,
  displayFrequency: 60,
  monochrome: false,
  detected: true,
  internal: false,
  accelerometerSupport: 'unknown',
  touchSupport: 'unknown',
};

function getDisplay() {
  requireReady("The 'screen' module can't be used before the app 'ready' event");
  return display;
}

/** Electron's `powerMonitor`. */
export const powerMonitor = standIn<Electron.PowerMonitor>(
  'powerMonitor',
  Object.assign(new EventEmitter<EventsOf<Electron.PowerMonitor>>(), {
    getSystemIdleTime: () => 0,
  } satisfies PartOf<Electron.PowerMonitor>),
);

/** Electron's `nativeTheme`. */
export const nativeTheme = standIn<Electron.NativeTheme>(
  'nativeTheme',
  Object.assign(new EventEmitter<EventsOf<Electron.NativeTheme>>(), {
    shouldUseDarkColors: false,
    shouldUseHighContrastColors: false,
    shouldUseDarkColorsForSystemIntegratedUI: false,
    themeSource: 'system',
  } satisfies PartOf<Electron.NativeTheme>),
);

/** Electron's `screen`: one display. */
export const screen = standIn<Electron.Screen>(
  'screen',
  Object.assign(new EventEmitter<EventsOf<Electron.Screen>>(), {
    getPrimaryDisplay: getDisplay,
    getAllDisplays: () => [getDisplay()],
    getDisplayMatching: (_rectangle: Electron.Rectangle) => getDisplay(),
  } satisfies PartOf<Electron.Screen>),
);
