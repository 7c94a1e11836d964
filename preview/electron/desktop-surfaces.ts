import { EventEmitter } from 'node:events';
import { throwOnceDestroyed } from './destroyed.ts';
import { previewEvent } from './preview-event.ts';
import { requireReady } from './require-ready.ts';
import { type EventsOf, type PartOf, standIn, standInClass } from './stand-in.ts';

/**
 * What a desktop shows of an app outside its windows. The preview has no desktop: it prints notifications and keeps
 * them
 * and tray icons here, where `desktop-commands.ts` reads and clicks them for tests.
 */
export const desktopSurfaces = {
  trays: new Set<PreviewTray>(),
  /** Open notifications, oldest first. */
  notifications: [] as PreviewNotification[],
};

class PreviewTray extends EventEmitter<EventsOf<Electron.Tray>> implements PartOf<Electron.Tray> {
  private destroyed = false;
  toolTip = '';
  menu: Electron.Menu | null = null;

  setToolTip(text: string): void {
    this.toolTip = text;
  }
  setTitle(_title: string): void {}
  setImage(_image: unknown): void {}
  setContextMenu(menu: Electron.Menu | null): void {
    this.menu = menu;
  }
  popUpContextMenu(): void {}

  constructor(_image: unknown) {
    super();
    requireReady('Cannot create Tray before app is ready');
    desktopSurfaces.trays.add(this);
  }

  destroy(): void {
    this.destroyed = true;
    for (const tray of desktopSurfaces.trays) if (tray.isDestroyed()) desktopSurfaces.trays.delete(tray);
  }

  isDestroyed(): boolean {
    return this.destroyed;
  }
}

/** Electron's `Tray`. */
export const Tray = standInClass<typeof Electron.Tray>('Tray', PreviewTray, { guard: throwOnceDestroyed });

class PreviewNotification
  extends EventEmitter<EventsOf<Electron.Notification>>
  implements PartOf<Electron.Notification>
{
  readonly title: string;
  readonly body: string;

  static isSupported(): boolean {
    return true;
  }

  constructor({ title = '', body = '' }: Electron.NotificationConstructorOptions = {}) {
    super();
    requireReady('Cannot create Notification before app is ready');
    this.title = title;
    this.body = body;
  }

  show(): void {
    console.log(`Notification: ${[this.title, ...this.body.split('\n')].join(' | ')}`);
    desktopSurfaces.notifications.push(this);
    this.emit('show', previewEvent({}));
  }

  close(): void {
    const at = desktopSurfaces.notifications.indexOf(this);
    if (at !== -1) desktopSurfaces.notifications.splice(at, 1);
    this.emit('close', previewEvent({}));
  }
}

/** Electron's `Notification`. */
export const Notification = standInClass<typeof Electron.Notification>('Notification', PreviewNotification);

function image(isEmpty: boolean): Electron.NativeImage {
  const made: Electron.NativeImage = standIn<Electron.NativeImage>('NativeImage', {
    isEmpty: () => isEmpty,
    getSize: () => (isEmpty ? { width: 0, height: 0 } : { width: 16, height: 16 }),
    resize: (_options: object) => made,
    setTemplateImage(_isTemplate: boolean): void {},
    addRepresentation(_options: object): void {},
  });
  return made;
}

/** Electron's `nativeImage`, without pixels. */
export const nativeImage = standIn<typeof Electron.NativeImage>('nativeImage', {
  createEmpty: () => image(true),
  createFromPath: (_path: string) => image(false),
  createFromDataURL: (_url: string) => image(false),
  createFromBitmap: (_pixels: Buffer, _options: object) => image(false),
});
