import { app } from 'electron';
import type { ConfiguredNetwork } from '../network/configured-network.ts';
import type { SignInSurroundings } from '../sign-in-check/ports.ts';
import { SignInCheck } from '../sign-in-check/sign-in-check.ts';
import { schemeOwner } from './scheme/scheme-owner.ts';

/** How long the whole way to a sign-in address is tried, ms. */
const PATIENCE_MS = 30_000;

/** The sign-in check over this computer and its network. */
export function makeSignInCheck(
  network: ConfiguredNetwork,
  connection: SignInSurroundings['connection'],
): SignInCheck {
  return new SignInCheck({
    schemeOwner,
    holdsInstanceLock: () => app.hasSingleInstanceLock(),
    testAddress: (url) => network.test(url, AbortSignal.timeout(PATIENCE_MS), () => undefined),
    connection,
    now: Date.now,
  });
}
