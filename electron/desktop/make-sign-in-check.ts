import { app } from 'electron';
import type { ConfiguredNetwork } from '../network/configured-network.ts';
import type { SignInCheckPorts } from '../sign-in-check/ports.ts';
import { SignInCheck } from '../sign-in-check/sign-in-check.ts';
import { schemeOwner } from './scheme/scheme-owner.ts';

/** For all hops to a sign-in address together, ms. */
const TIMEOUT_MS = 30_000;

export function makeSignInCheck(
  network: ConfiguredNetwork,
  connection: SignInCheckPorts['connection'],
): SignInCheck {
  return new SignInCheck({
    schemeOwner,
    holdsInstanceLock: () => app.hasSingleInstanceLock(),
    testAddress: (url) => network.test(url, AbortSignal.timeout(TIMEOUT_MS), () => undefined),
    connection,
    now: Date.now,
  });
}
