import { nativeTheme } from 'electron';

/** Has windows and menus follow a colour scheme; `auto` is the system's. */
export function showTheme(colorScheme: 'auto' | 'light' | 'dark'): void {
  nativeTheme.themeSource = colorScheme === 'auto' ? 'system' : colorScheme;
}
