import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Menu, nativeImage, nativeTheme, Tray } from 'electron';
import { type DesktopCounts, type TrayActions, trayLook, trayMenu, trayWords } from './tray-menu.ts';

/** The icon beside the clock or in the menu bar. A desktop that has no place for one costs nothing but the icon. */
export class TrayIcon {
  private readonly actions: TrayActions;
  private readonly onTrouble: (error: unknown) => void;
  private tray: Tray | undefined;
  private shown: DesktopCounts | undefined;
  /** This desktop takes no icon: it is not asked again and again. */
  private refused = false;

  constructor(actions: TrayActions, onTrouble: (error: unknown) => void) {
    this.actions = actions;
    this.onTrouble = onTrouble;
    // Taskbars change their colour with the theme.
    nativeTheme.on('updated', () => {
      const { shown } = this;
      this.shown = undefined;
      if (shown) this.show(shown);
    });
  }

  get exists(): boolean {
    return this.tray !== undefined;
  }

  /** Shows the icon with these numbers; undefined takes it away. */
  show(numbers: DesktopCounts | undefined): void {
    if (this.refused) return;
    try {
      if (numbers) this.update(numbers);
      else this.remove();
    } catch (error) {
      this.refused = true;
      this.onTrouble(error);
      this.tray = undefined;
    }
  }

  private update(numbers: DesktopCounts): void {
    if (this.tray && isDeepStrictEqual(numbers, this.shown)) return;
    const image = picture(trayLook(numbers));
    if (this.tray) this.tray.setImage(image);
    else {
      this.tray = new Tray(image);
      // On macOS and most Linux desktops a click opens the menu.
      this.tray.on('click', () => process.platform === 'win32' && this.actions.open());
    }
    this.tray.setToolTip(trayWords(numbers));
    this.tray.setContextMenu(Menu.buildFromTemplate(trayMenu(numbers, this.actions)));
    this.shown = numbers;
  }

  private remove(): void {
    this.tray?.destroy();
    this.tray = undefined;
    this.shown = undefined;
  }
}

/** A picture beside main's own files. macOS draws templates in the colour of its menu bar. */
function picture(look: string): Electron.NativeImage {
  const ending = process.platform === 'darwin' ? 'Template' : needsLightInk() ? '-light' : '-dark';
  return nativeImage.createFromPath(join(import.meta.dirname, 'icons', `${look}${ending}.png`));
}

/** The colour of the bar, not of windows: on Linux that is a dark one, but for desktops that dress it like windows. */
function needsLightInk(): boolean {
  if (process.platform === 'win32') return nativeTheme.shouldUseDarkColorsForSystemIntegratedUI;
  const follows = /kde|xfce|mate/i.test(process.env['XDG_CURRENT_DESKTOP'] ?? '');
  return !follows || nativeTheme.shouldUseDarkColors;
}
