import { app } from 'electron';
import { asksToStayHidden } from './login/hidden-switch.ts';
import { relaunchOptions } from './updating/relaunch-options.ts';

export interface LateLaunchesOptions {
  /** Whether the app is about to quit, so that it opens nothing any more. */
  readonly isQuitting: () => boolean;
  /** Passes a return address to the sign-in that is waiting for it, which may still finish; false if none is. */
  readonly takeReturnAddress: (address: string) => boolean;
  /** Whether an update is being installed, which starts the app itself. */
  readonly isInstalling: () => boolean;
}

/**
 * Starts and links that come while the app quits. The system and the other process believe that this instance took them, so
 * it starts again once it has ended: with the newest link, because one start opens one. Each launch counts once, so a start
 * never repeats itself.
 */
export class LateLaunches {
  private options: LateLaunchesOptions | undefined;
  private wanted: { readonly link: string | undefined } | undefined;
  private dropped = false;

  /** Call when the app can be asked. Earlier launches are never late. */
  watch(options: LateLaunchesOptions): void {
    this.options = options;
    app.once('quit', () => this.relaunch(options));
  }

  /** Takes a launch that comes too late to be handled now; returns whether it is one. */
  take(argv: readonly string[], link: string | undefined): boolean {
    if (!this.options?.isQuitting()) return false;
    const isTaken = link !== undefined && this.options.takeReturnAddress(link);
    if (!asksToStayHidden(argv)) this.wanted = { link: (isTaken ? undefined : link) ?? this.wanted?.link };
    return true;
  }

  /** The system ends the app, and everything else. */
  drop(): void {
    this.dropped = true;
  }

  private relaunch({ isInstalling }: LateLaunchesOptions): void {
    if (!this.wanted || this.dropped || isInstalling()) return;
    app.relaunch(relaunchOptions(process.argv, process.env['APPIMAGE'], this.wanted.link));
  }
}
