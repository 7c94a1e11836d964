/** All icons, each a section of build/icon.svg at a size. */

/** Crop and colours of an icon. */
export interface IconStyle {
  /** Visible section of the 512 by 512 source: `x y width height`. */
  readonly viewBox: string;
  /** Draws only the mark in this colour, without the tile. */
  readonly colour?: string;
  /** A badge at the lower right of the mark. */
  readonly badge?: { readonly kind: 'dot' | 'pause'; readonly colour: string };
}

/** A separate PNG file; the path is relative to build/. */
export interface PngIcon {
  readonly file: string;
  readonly size: number;
  readonly style: IconStyle;
}

/** Icons fill the whole square on Windows and Linux, and 824 of 1024 units on macOS. */
export const WHOLE: IconStyle = { viewBox: '0 0 512 512' };
export const MAC: IconStyle = { viewBox: '-62 -62 636 636' };

export const ICO_SIZES = [16, 20, 24, 32, 40, 48, 64, 256] as const;

/** .icns type codes with PNG data and their sizes. */
export const ICNS_TYPES: readonly (readonly [type: string, size: number])[] = [
  ['icp4', 16],
  ['ic11', 32],
  ['icp5', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
];

const APP_SIZES = [16, 22, 24, 32, 48, 64, 128, 256, 512] as const;

/** The app icon on Linux, with the file names that electron-builder expects. */
const APP_ICONS: readonly PngIcon[] = APP_SIZES.map((size) => ({
  file: `icons/app/${size}x${size}.png`,
  size,
  style: WHOLE,
}));

const TRAY_BOX = '64 64 384 384';
/** By file name suffix: Electron chooses `@2x` etc. by the screen's scale factor. */
const SCALES = [
  ['', 16],
  ['@1.25x', 20],
  ['@1.5x', 24],
  ['@2x', 32],
] as const;
const STATES = [
  ['tray', undefined],
  ['tray-paused', 'pause'],
  ['tray-attention', 'dot'],
] as const;
/** macOS colours templates itself by their alpha; light icons are for dark taskbars, dark ones for light taskbars. */
const COLOURS = [
  ['Template', '#000000', '#000000'],
  ['-light', '#ffffff', '#ffb224'],
  ['-dark', '#1a1b1e', '#c2570c'],
] as const;

const TRAY_ICONS: readonly PngIcon[] = STATES.flatMap(([state, kind]) =>
  COLOURS.flatMap(([suffix, colour, attention]) =>
    SCALES.filter(([scale]) => suffix !== 'Template' || scale === '' || scale === '@2x').map(
      ([scale, size]) => ({
        file: `icons/${state}${suffix}${scale}.png`,
        size,
        style: {
          viewBox: TRAY_BOX,
          colour,
          ...(kind && { badge: { kind, colour: kind === 'dot' ? attention : colour } }),
        },
      }),
    ),
  ),
);

export const PNG_ICONS: readonly PngIcon[] = [...APP_ICONS, ...TRAY_ICONS];
