import type { AddressTest } from '../../shared/network.ts';
import type { SingleUseConnections } from '../service/single-use-connections.ts';

/** Which program the operating system starts for the app's links. */
export type SchemeOwner =
  | { readonly kind: 'callboard' }
  | { readonly kind: 'other'; readonly name: string }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'unknown'; readonly missing: boolean };

/** What the sign-in check asks of the computer. */
export interface SignInSurroundings {
  schemeOwner(): Promise<SchemeOwner>;
  /** Whether later starts hand their links to this one. */
  holdsInstanceLock(): boolean;
  /** Tries the whole way to an address, hop by hop. */
  testAddress(url: URL): Promise<AddressTest>;
  /** Connections to sign-in servers, on the way they always go. */
  readonly connection: SingleUseConnections;
  /** UTC ms. */
  now(): number;
}
