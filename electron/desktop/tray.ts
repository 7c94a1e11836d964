import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Menu, nativeImage, nativeTheme, Tray } from 'electron';
import { type DesktopCounts, type TrayActions, trayIconName, trayMenu, trayTooltip } from './tray-menu.ts';

/** The icon in the system tray or menu bar. On desktops without a tray, the app simply has no icon. */
export class TrayIcon {
  private readonly actions: TrayActions;
  private readonly onTrouble: (error: unknown) => void;
  private tray: Tray | undefined;
  private shown: DesktopCounts | undefined;
  /** This desktop has no tray; don't try again. */
  private refused = false;

  constructor(actions: TrayActions, onTrouble: (error: unknown) => void) {
    this.actions = actions;
    this.onTrouble = onTrouble;
    // The taskbar's colour follows the theme.
    nativeTheme.on('updated', () => {
      const { shown } = this;
      this.shown = undefined;
      if (shown) this.show(shown);
    });
  }

  get exists(): boolean {
    return this.tray !== undefined;
  }

  /** Shows the icon with these counts; undefined removes it. */
  show(counts: DesktopCounts | undefined): void {
    if (this.refused) return;
    try {
      if (counts) this.update(counts);
      else this.remove();
    } catch (error) {
      this.refused = true;
      this.onTrouble(error);
      this.tray = undefined;
    }
  }

  /** Makes the icon anew: Electron gives up on one that no panel showed when it was made. */
  renew(): void {
    const { shown } = this;
    if (!shown) return;
    this.show(undefined);
    this.show(shown);
  }

  private update(counts: DesktopCounts): void {
    if (this.tray && isDeepStrictEqual(counts, this.shown)) return;
    const image = trayImage(trayIconName(counts));
    if (this.tray) this.tray.setImage(image);
    else {
      this.tray = new Tray(image);
      // macOS and most Linux desktops open the menu on click.
      this.tray.on('click', () => process.platform === 'win32' && this.actions.open());
    }
    this.tray.setToolTip(trayTooltip(counts));
    this.tray.setContextMenu(Menu.buildFromTemplate(trayMenu(counts, this.actions)));
    this.shown = counts;
  }

  private remove(): void {
    this.tray?.destroy();
    this.tray = undefined;
    this.shown = undefined;
  }
}

/** macOS draws template images in the menu bar's colour. */
function trayImage(name: string): Electron.NativeImage {
  const suffix = process.platform === 'darwin' ? 'Template' : needsLightInk() ? '-light' : '-dark';
  return nativeImage.createFromPath(join(import.meta.dirname, 'icons', `${name}${suffix}.png`));
}

/** Depends on the panel, not on windows: Linux panels are dark, except on desktops whose panel follows the theme. */
function needsLightInk(): boolean {
  if (process.platform === 'win32') return nativeTheme.shouldUseDarkColorsForSystemIntegratedUI;
  const panelFollowsTheme = /kde|xfce|mate/i.test(process.env['XDG_CURRENT_DESKTOP'] ?? '');
  return !panelFollowsTheme || nativeTheme.shouldUseDarkColors;
}
