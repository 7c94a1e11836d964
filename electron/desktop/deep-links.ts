import { app } from 'electron';
import { CUSTOM_SCHEME } from '../../shared/custom-scheme.ts';
import { parseDeepLink } from '../../shared/deep-link.ts';
import type { ShownLink } from '../../shared/ipc/bridge.ts';

/**
 * The one deep link among the arguments of a process, if there is exactly one. Searched, never taken by position:
 * Chromium adds switches of its own and may change the order.
 */
export function deepLinkIn(argv: readonly string[]): string | undefined {
  const links = argv.filter((argument) => argument.toLowerCase().startsWith(CUSTOM_SCHEME));
  const [link] = links;
  return links.length === 1 ? link : undefined;
}

/**
 * Deep links on all systems: macOS sends `open-url` (it must be listened to before the first tick), Windows and
 * Linux start a second instance with the link among its arguments. Links that come before `deliver` is given wait.
 */
export class DeepLinks {
  private waiting: string[] = [];
  private deliver: ((link: string) => void) | undefined;

  /** Call synchronously at start. `onSecondInstance` gets the arguments of each later start. */
  listen(onSecondInstance: (argv: readonly string[]) => void): void {
    app.on('open-url', (event, link) => {
      event.preventDefault();
      this.take(deepLinkIn([link]));
    });
    app.on('second-instance', (_event, argv) => {
      onSecondInstance(argv);
      this.take(deepLinkIn(argv));
    });
    this.take(deepLinkIn(process.argv));
  }

  /** From now on links go here, those that waited first. */
  deliverTo(deliver: (link: string) => void): void {
    this.deliver = deliver;
    for (const link of this.waiting) deliver(link);
    this.waiting = [];
  }

  private take(link: string | undefined): void {
    if (link === undefined) return;
    if (this.deliver) this.deliver(link);
    else this.waiting.push(link);
  }
}

/** Where a link is carried out. */
export interface LinkTargets {
  /** Hands the answer of a sign-in to whoever waits for it; false when nobody does. */
  readonly takeReturnAddress: (address: string) => boolean;
  readonly showWindow: () => Promise<void>;
  /** Shows the window and, as soon as its page can, what the link names. */
  readonly showLink: (link: ShownLink) => Promise<void>;
}

/** Carries out a link: a sign-in that waits for this very address comes first, everything else is shown. */
export async function openDeepLink(address: string, targets: LinkTargets): Promise<void> {
  if (targets.takeReturnAddress(address)) return targets.showWindow();
  const link = parseDeepLink(address);
  // An answer nobody asked for says nothing to a person, and may be an attempt to sign them in elsewhere.
  if (link.kind !== 'oauth_callback') await targets.showLink(link);
}
