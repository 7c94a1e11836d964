/** Every name that Electron exports, as a missing one would be a link error in main; unimplemented ones throw when used. */

import { unsupported } from '../unsupported.ts';
import { app } from './app.ts';
import { BrowserWindow } from './browser-window.ts';
import { clipboard } from './clipboard.ts';
import { nativeTheme, powerMonitor, screen } from './desktop-state.ts';
import { Notification, nativeImage, Tray } from './desktop-surfaces.ts';
import { dialog } from './dialog.ts';
import { ipcMain } from './ipc-main.ts';
import { Menu, MenuItem } from './menu.ts';
import { net } from './net.ts';
import { protocol } from './protocol.ts';
import { safeStorage } from './safe-storage.ts';
import { session } from './session.ts';
import { shell } from './shell.ts';
import { standIn } from './stand-in.ts';
import { webContents } from './web-contents-lookups.ts';

const crashReporter = standIn<Electron.CrashReporter>('crashReporter', {
  start(_options: Electron.CrashReporterStartOptions): void {},
});

export {
  app,
  BrowserWindow,
  clipboard,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  MenuItem,
  Notification,
  nativeImage,
  nativeTheme,
  net,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  webContents,
};

export const autoUpdater = unsupported('autoUpdater');
export const BaseWindow = unsupported('BaseWindow');
export const BrowserView = unsupported('BrowserView');
export const ClipboardItem = unsupported('ClipboardItem');
export const contentTracing = unsupported('contentTracing');
export const desktopCapturer = unsupported('desktopCapturer');
export const globalShortcut = unsupported('globalShortcut');
export const ImageView = unsupported('ImageView');
export const inAppPurchase = unsupported('inAppPurchase');
export const IpcMainServiceWorker = unsupported('IpcMainServiceWorker');
export const MessageChannelMain = unsupported('MessageChannelMain');
export const netLog = unsupported('netLog');
export const powerSaveBlocker = unsupported('powerSaveBlocker');
export const pushNotifications = unsupported('pushNotifications');
export const ShareMenu = unsupported('ShareMenu');
export const sharedTexture = unsupported('sharedTexture');
export const systemPreferences = unsupported('systemPreferences');
export const TouchBar = unsupported('TouchBar');
export const utilityProcess = unsupported('utilityProcess');
export const View = unsupported('View');
export const WebContentsView = unsupported('WebContentsView');
export const webFrameMain = unsupported('webFrameMain');
export const WebSocket = unsupported('WebSocket');
