import type { AddressTest } from '../../shared/network.ts';
import type { SingleUseConnections } from '../service/single-use-connections.ts';

/** The program that handles the app's links. */
export type SchemeOwner =
  | { readonly kind: 'callboard' }
  | { readonly kind: 'other'; readonly name: string }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'unknown'; readonly missing: boolean };

/** What the sign-in check needs of the computer and its network. */
export interface SignInCheckPorts {
  schemeOwner(): Promise<SchemeOwner>;
  /** Whether later instances pass their links to this one. */
  holdsInstanceLock(): boolean;
  /** Tests the route to an address, hop by hop. */
  testAddress(url: URL): Promise<AddressTest>;
  /** The connections that sign-ins use. */
  readonly connection: SingleUseConnections;
  /** UTC ms. */
  now(): number;
}
