import {
  ActionIcon,
  Button,
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
} from '@mantine/core';

/** The accent colour. Contrast: 5.9:1 for white text on shade 7, 8:1 for shade 3 on the dark surfaces. */
const accent: MantineColorsTuple = [
  '#eef3ff',
  '#dde6fd',
  '#b9cbf8',
  '#93aef4',
  '#6f92ee',
  '#517ae8',
  '#3d69e0',
  '#2f57cb',
  '#274aae',
  '#203e92',
];

/** Mantine's `dark` scale with a cool tint and less contrast between surfaces. */
const dark: MantineColorsTuple = [
  '#e7e9ec',
  '#c2c7ce',
  '#9ba2ac',
  '#6c7480',
  '#3a3f48',
  '#2c3038',
  '#22262c',
  '#16181c',
  '#111316',
  '#0c0d0f',
];

/** Callboard's typography, spacing and component defaults. */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 7 },
  colors: { accent, dark },
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.75rem' },
      h2: { fontSize: '0.9375rem', lineHeight: '1.375rem' },
      h3: { fontSize: '0.8125rem', lineHeight: '1.25rem' },
    },
  },
  defaultRadius: 'sm',
  radius: { sm: '6px', md: '8px', lg: '12px' },
  cursorType: 'default',
  respectReducedMotion: true,
  focusRing: 'auto',
  // Mantine's pressed effect paints the page twice, which delays the result of the click.
  activeClassName: '',
  components: {
    Button: Button.extend({ defaultProps: { size: 'sm' } }),
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray' } }),
    // Referenced by name, so that the first screen does not load these components.
    // Mantine's focus placeholder would be a child of the menu that is not a menu item.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Tooltip: {
      defaultProps: { withArrow: true, openDelay: 300, events: { hover: true, focus: true, touch: false } },
    },
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'lg',
        closeButtonProps: { 'aria-label': 'Close' },
        // Mantine's <header> would be a second banner landmark.
        attributes: { header: { role: 'none' } },
        overlayProps: { backgroundOpacity: 0.4 },
      },
    },
  },
});

/** Surface and text colours for both schemes; all text reaches WCAG AA on every surface it is used on. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#1b1f26',
    '--mantine-color-dimmed': '#5a6270',
    '--mantine-color-placeholder': '#6b7380',
    '--mantine-color-error': '#b42318',
    '--mantine-color-anchor': '#274aae',
    '--mantine-color-default-border': '#d5d9e0',
    '--mantine-color-default-color': '#1b1f26',
    '--surface-sunken': '#f6f7f9',
    '--surface-hover': '#f2f4f7',
    '--surface-selected': '#eaf0fe',
    '--line': '#e5e8ed',
    '--accent-text': '#274aae',
    '--tone-good': '#17663a',
    '--tone-good-back': '#e3f5e9',
    '--tone-wait': '#7a4d05',
    '--tone-wait-back': '#fdf1d8',
    '--tone-bad': '#a11b12',
    '--tone-bad-back': '#fdeceb',
    '--tone-calm': '#434b58',
    '--tone-calm-back': '#eceff3',
    '--tone-info': '#24459f',
    '--tone-info-back': '#e9effd',
  },
  dark: {
    '--mantine-color-body': '#16181c',
    '--mantine-color-text': '#e7e9ec',
    '--mantine-color-dimmed': '#a2a9b4',
    '--mantine-color-placeholder': '#8b929d',
    '--mantine-color-error': '#ff9a90',
    '--mantine-color-anchor': '#a9c0fa',
    '--mantine-color-default-border': '#3a3f48',
    '--mantine-color-default': '#1f2228',
    '--mantine-color-default-hover': '#282c33',
    '--mantine-color-default-color': '#e7e9ec',
    '--surface-sunken': '#111316',
    '--surface-hover': '#1f2228',
    '--surface-selected': '#202a42',
    '--line': '#2a2e35',
    '--accent-text': '#a9c0fa',
    '--tone-good': '#86d9a6',
    '--tone-good-back': '#14301f',
    '--tone-wait': '#f0c477',
    '--tone-wait-back': '#352710',
    '--tone-bad': '#ffa79e',
    '--tone-bad-back': '#3c1a18',
    '--tone-calm': '#c2c7ce',
    '--tone-calm-back': '#282c33',
    '--tone-info': '#a9c0fa',
    '--tone-info-back': '#1c2740',
  },
});
