import { app } from 'electron';
import { CUSTOM_SCHEME } from '../../shared/custom-scheme.ts';
import { parseDeepLink } from '../../shared/deep-link.ts';
import type { ShownLink } from '../../shared/ipc/bridge.ts';
import { asksToStayHidden, relaunchOptions } from './switches.ts';

/**
 * The deep link in a process's arguments, if there is exactly one. Found by its scheme, not by its position: Chromium
 * adds switches and may reorder arguments.
 */
export function deepLinkIn(argv: readonly string[]): string | undefined {
  const links = argv.filter((argument) => argument.toLowerCase().startsWith(CUSTOM_SCHEME));
  const [link] = links;
  return links.length === 1 ? link : undefined;
}

/**
 * Deep links on all systems: macOS emits `open-url` (listen before the first tick), Windows and Linux start a second
 * instance with the link in its arguments. Links that arrive before {@link deliverTo} are queued.
 */
export class DeepLinks {
  private queued: string[] = [];
  private deliver: ((link: string) => void) | undefined;

  /**
   * Call synchronously at start. `onSecondInstance` gets the arguments of each later instance, and `isLate` each launch
   * first: what it takes is not handled here.
   */
  listen(
    onSecondInstance: (argv: readonly string[]) => void,
    isLate: (argv: readonly string[], link: string | undefined) => boolean,
  ): void {
    app.on('open-url', (event, address) => {
      event.preventDefault();
      const link = deepLinkIn([address]);
      if (!isLate([], link)) this.handle(link);
    });
    app.on('second-instance', (_event, argv) => {
      const link = deepLinkIn(argv);
      if (isLate(argv, link)) return;
      onSecondInstance(argv);
      this.handle(link);
    });
    this.handle(deepLinkIn(process.argv));
  }

  /** Delivers queued links, then every later one. */
  deliverTo(deliver: (link: string) => void): void {
    this.deliver = deliver;
    for (const link of this.queued) deliver(link);
    this.queued = [];
  }

  private handle(link: string | undefined): void {
    if (link === undefined) return;
    if (this.deliver) this.deliver(link);
    else this.queued.push(link);
  }
}

/** What a deep link can do to the app. */
export interface LinkTargets {
  /** Passes a return address to the sign-in that is waiting for it; false if none is. */
  readonly takeReturnAddress: (address: string) => boolean;
  readonly showWindow: () => Promise<void>;
  /** Shows the window and, once its page has loaded, the link's target. */
  readonly showLink: (link: ShownLink) => Promise<void>;
}

/** Handles a link: a return address goes to the waiting sign-in, every other link opens its target. */
export async function openDeepLink(address: string, targets: LinkTargets): Promise<void> {
  if (targets.takeReturnAddress(address)) return targets.showWindow();
  const link = parseDeepLink(address);
  // An unexpected OAuth callback may be a login CSRF attempt: ignore it.
  if (link.kind !== 'oauth_callback') await targets.showLink(link);
}

interface LateLaunchesOptions {
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
