import type Provider from 'oidc-provider';
import { PAGE_HEADERS } from '../pages/page-frame.ts';
import { returnAddressPage } from '../pages/return-address-page.ts';

const REDIRECTS: ReadonlySet<number> = new Set([302, 303, 307]);

/** Sign-ins whose person asked to see the return address, by the id of the interaction that they answer. */
export class ShownReturnAddresses {
  readonly #wanted = new Set<string>();

  /** Remembers the wish until the sign-in ends. */
  add(interactionId: string): void {
    this.#wanted.add(interactionId);
  }

  /**
   * Shows the address instead of sending the browser there, where that was asked for. A browser cannot show where a
   * custom scheme would have led when no program on the computer takes it.
   */
  installOn(provider: Provider): void {
    provider.use(async (context, next) => {
      await next();
      const interactionId = context.path.split('/').at(-1) ?? '';
      const location = context.response.get('location');
      if (!REDIRECTS.has(context.status) || !this.#wanted.delete(interactionId)) return;
      context.remove('location');
      context.status = 200;
      context.set(PAGE_HEADERS);
      context.type = 'html';
      context.body = returnAddressPage(location);
    });
  }
}
