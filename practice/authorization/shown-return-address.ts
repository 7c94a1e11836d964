import type Provider from 'oidc-provider';
import { PAGE_HEADERS } from '../pages/page-frame.ts';
import { returnAddressPage } from '../pages/return-address-page.ts';

const REDIRECTS: ReadonlySet<number> = new Set([302, 303, 307]);

/** Interactions whose return address is shown on a page, because the person asked for it. */
export class ShownReturnAddresses {
  readonly #interactionIds = new Set<string>();

  /** Shows the return address at the end of this interaction. */
  add(interactionId: string): void {
    this.#interactionIds.add(interactionId);
  }

  /**
   * Installs middleware that shows the address instead of redirecting to it. A browser can't show the target of a
   * custom
   * scheme if no program is registered for it.
   */
  installOn(provider: Provider): void {
    provider.use(async (context, next) => {
      await next();
      const interactionId = context.path.split('/').at(-1) ?? '';
      const location = context.response.get('location');
      if (!REDIRECTS.has(context.status) || !this.#interactionIds.delete(interactionId)) return;
      context.remove('location');
      context.status = 200;
      context.set(PAGE_HEADERS);
      context.type = 'html';
      context.body = returnAddressPage(location);
    });
  }
}
