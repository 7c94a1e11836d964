import { EventEmitter } from 'node:events';
import type { EventsOf } from './stand-in.ts';

type Bounds = Electron.Rectangle;

/**
 * Position, size, title and state of a window. They are only stored and have no visible effect; only the focus is
 * real,
 * as reported by the browser.
 */
export class WindowFrame extends EventEmitter<EventsOf<Electron.BrowserWindow>> {
  private bounds: Bounds;
  private visible: boolean;
  title: string;
  private focused = false;
  private minimized = false;
  private maximized = false;
  private inFullScreen = false;

  constructor(options: Electron.BrowserWindowConstructorOptions, appName: string) {
    super();
    const { x = 0, y = 0, width = 800, height = 600, show = true, title = appName } = options;
    this.bounds = { x, y, width, height };
    this.visible = show;
    this.title = title;
  }

  show(): void {
    if (this.visible) return;
    this.visible = true;
    this.emit('show');
    if (this.focused) this.emit('focus');
  }

  showInactive(): void {
    this.show();
  }

  hide(): void {
    if (!this.visible) return;
    this.visible = false;
    this.emit('hide');
    if (this.focused) this.emit('blur');
  }

  /** No-op: a page can't focus itself; the window has focus when the browser reports it. */
  focus(): void {}

  minimize(): void {
    this.minimized = true;
    this.emit('minimize');
  }

  restore(): void {
    this.minimized = false;
    this.emit('restore');
  }

  maximize(): void {
    this.maximized = true;
    this.emit('maximize');
  }

  unmaximize(): void {
    this.maximized = false;
    this.emit('unmaximize');
  }

  setFullScreen(flag: boolean): void {
    if (flag === this.inFullScreen) return;
    this.inFullScreen = flag;
    this.emit(flag ? 'enter-full-screen' : 'leave-full-screen');
  }

  isVisible = (): boolean => this.visible;
  /** A hidden window has no focus, even if its browser page does. */
  isFocused = (): boolean => this.visible && this.focused;
  isMinimized = (): boolean => this.minimized;
  isMaximized = (): boolean => this.maximized;
  isFullScreen = (): boolean => this.inFullScreen;

  getBounds = (): Bounds => ({ ...this.bounds });
  getNormalBounds = (): Bounds => ({ ...this.bounds });

  setBounds(bounds: Partial<Bounds>): void {
    this.bounds = { ...this.bounds, ...bounds };
    this.emit('resize');
  }

  getTitle = (): string => this.title;

  setTitle(title: string): void {
    this.title = title;
  }

  setMenuBarVisibility(_visible: boolean): void {}
  setBackgroundColor(_color: string): void {}
  flashFrame(_flag: boolean): void {}
  setOverlayIcon(_image: unknown, _description: string): void {}

  /** Called when the browser reports a change of focus. */
  protected focusChanged(focused: boolean): void {
    if (focused === this.focused) return;
    this.focused = focused;
    if (this.visible) this.emit(focused ? 'focus' : 'blur');
  }
}
