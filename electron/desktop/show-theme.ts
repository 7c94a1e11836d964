import { nativeTheme } from 'electron';

/** Applies a colour scheme to windows and menus; `auto` follows the system. */
export function showTheme(colorScheme: 'auto' | 'light' | 'dark'): void {
  nativeTheme.themeSource = colorScheme === 'auto' ? 'system' : colorScheme;
}
