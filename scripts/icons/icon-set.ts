/** Which icons there are, each a part of build/icon.svg in a size. */

/** How a picture is cut out of the source and painted. */
export interface IconLook {
  /** What of the source is seen: `x y width height` of its 512 by 512 units. */
  readonly viewBox: string;
  /** Paints the mark alone, without its tile, in this colour. */
  readonly ink?: string;
  /** A sign on the mark's lower right, with its colour. */
  readonly sign?: { readonly kind: 'dot' | 'pause'; readonly ink: string };
}

/** A PNG file of its own; paths are below build/. */
export interface PngIcon {
  readonly file: string;
  readonly size: number;
  readonly look: IconLook;
}

/** Windows and Linux give icons the whole square; macOS draws its tile on 824 of 1024 units. */
export const WHOLE: IconLook = { viewBox: '0 0 512 512' };
export const MAC: IconLook = { viewBox: '-62 -62 636 636' };

export const ICO_SIZES = [16, 20, 24, 32, 40, 48, 64, 256] as const;

/** The type code of each size in an .icns file (those with PNG data), several where a size serves two. */
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

/** The icon of the program on Linux, named as electron-builder wants a set of sizes. */
const APP_ICONS: readonly PngIcon[] = APP_SIZES.map((size) => ({
  file: `icons/app/${size}x${size}.png`,
  size,
  look: WHOLE,
}));

const TRAY_BOX = '64 64 384 384';
/** By the ending of the file name: Electron picks `@2x` and the like by the screen's scale. */
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
/** macOS paints templates itself, by their alpha alone; light is for dark taskbars, dark for light ones. */
const INKS = [
  ['Template', '#000000', '#000000'],
  ['-light', '#ffffff', '#ffb224'],
  ['-dark', '#1a1b1e', '#c2570c'],
] as const;

const TRAY_ICONS: readonly PngIcon[] = STATES.flatMap(([state, kind]) =>
  INKS.flatMap(([ending, ink, attention]) =>
    SCALES.filter(([scale]) => ending !== 'Template' || scale === '' || scale === '@2x').map(
      ([scale, size]) => ({
        file: `icons/${state}${ending}${scale}.png`,
        size,
        look: {
          viewBox: TRAY_BOX,
          ink,
          ...(kind && { sign: { kind, ink: kind === 'dot' ? attention : ink } }),
        },
      }),
    ),
  ),
);

export const PNG_ICONS: readonly PngIcon[] = [...APP_ICONS, ...TRAY_ICONS];
