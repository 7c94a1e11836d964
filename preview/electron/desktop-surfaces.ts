import { EventEmitter } from 'node:events';
import { strict, strictClass } from '../unsupported.ts';
import { throwOnceDestroyed } from './destroyed.ts';
import { requireReady } from './require-ready.ts';

/** What a desktop shows of an app outside its windows. The preview has no desktop: these take everything, show nothing. */

/** Electron's `Tray`. */
export const Tray = strictClass(
  'Tray',
  class extends EventEmitter {
    private destroyed = false;

    setToolTip(_text: string): void {}
    setTitle(_title: string): void {}
    setImage(_image: unknown): void {}
    setContextMenu(_menu: unknown): void {}
    popUpContextMenu(): void {}

    constructor(_image: unknown) {
      super();
      requireReady('Cannot create Tray before app is ready');
    }

    destroy(): void {
      this.destroyed = true;
    }

    isDestroyed(): boolean {
      return this.destroyed;
    }
  },
  { guard: throwOnceDestroyed },
);

/** Electron's `Notification`: says that there are none. */
export const Notification = strictClass(
  'Notification',
  class extends EventEmitter {
    static isSupported(): boolean {
      return false;
    }

    constructor(_options: object = {}) {
      super();
      requireReady('Cannot create Notification before app is ready');
    }

    show(): void {}
    close(): void {}
  },
);

interface PreviewImage {
  isEmpty(): boolean;
  getSize(): { width: number; height: number };
  resize(options: object): PreviewImage;
  setTemplateImage(isTemplate: boolean): void;
  addRepresentation(options: object): void;
}

function image(isEmpty: boolean): PreviewImage {
  const made: PreviewImage = strict('NativeImage', {
    isEmpty: () => isEmpty,
    getSize: () => (isEmpty ? { width: 0, height: 0 } : { width: 16, height: 16 }),
    resize: (_options: object) => made,
    setTemplateImage(_isTemplate: boolean): void {},
    addRepresentation(_options: object): void {},
  });
  return made;
}

/** Electron's `nativeImage`: pictures without pixels. */
export const nativeImage = strict('nativeImage', {
  createEmpty: () => image(true),
  createFromPath: (_path: string) => image(false),
  createFromDataURL: (_url: string) => image(false),
});
