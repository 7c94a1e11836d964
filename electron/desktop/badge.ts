import { app, type BrowserWindow, nativeImage } from 'electron';
import { BADGE_PIXELS, badgePicture } from './badge-picture.ts';

/**
 * Shows a number on the app's icon in the dock, launcher or taskbar; 0 removes it. Windows has no native badge, so the
 * window's taskbar button gets an overlay icon.
 */
export function showBadge(count: number, window: BrowserWindow | undefined): void {
  if (process.platform !== 'win32') {
    app.setBadgeCount(count);
    return;
  }
  const description = count === 1 ? '1 needs your decision' : `${count} need your decision`;
  const size = { width: BADGE_PIXELS, height: BADGE_PIXELS, scaleFactor: 2 };
  const picture = count === 0 ? null : nativeImage.createFromBitmap(Buffer.from(badgePicture(count)), size);
  window?.setOverlayIcon(picture, count === 0 ? '' : description);
}
