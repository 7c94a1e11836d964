import { powerMonitor } from 'electron';
import { isScreenLocked } from './dbus/screen-lock.ts';

/** Knows whether other people may be reading the screen. */
export class ScreenLock {
  private readonly platform: NodeJS.Platform;
  private locked = false;

  constructor(platform: NodeJS.Platform = process.platform) {
    this.platform = platform;
    // Linux has no such events: there, each question goes to logind.
    if (platform === 'linux') return;
    powerMonitor.on('lock-screen', () => {
      this.locked = true;
    });
    powerMonitor.on('unlock-screen', () => {
      this.locked = false;
    });
  }

  /** Undefined if nobody can know. */
  async isLocked(): Promise<boolean | undefined> {
    return this.platform === 'linux' ? isScreenLocked() : this.locked;
  }
}
