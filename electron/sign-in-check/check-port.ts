import { connect } from 'node:net';
import type { Finding } from '../../shared/findings.ts';
import type { SignInStepResult } from '../../shared/sign-in-check.ts';
import { listenOnLoopback } from '../auth/loopback-listener.ts';

/** How long the listener of a loopback address is given to be reached, ms. */
const PATIENCE_MS = 5000;

/**
 * Whether the browser could hand its answer to a loopback address: listens there as a sign-in does, and connects to it.
 * `awaited`: a sign-in listens there at this moment, which is as good.
 */
export async function checkLoopbackPort(redirectUri: string, awaited: boolean): Promise<SignInStepResult> {
  const { host } = new URL(redirectUri);
  if (awaited) {
    return { step: 'port', state: 'ok', finding: { code: 'port_in_use_by_sign_in', values: { host } } };
  }
  try {
    const listener = await listenOnLoopback(redirectUri, () => false);
    try {
      const port = Number(new URL(listener.redirectUri).port || 80);
      await reach(port);
      return { step: 'port', state: 'ok', finding: { code: 'port_free', values: { port } } };
    } finally {
      listener.close();
    }
  } catch (error) {
    return { step: 'port', state: 'problem', finding: findingOf(error, redirectUri) };
  }
}

function reach(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('The listener was not reached in time.')));
    socket.once('connect', () => {
      resolve();
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

function findingOf(error: unknown, redirectUri: string): Finding {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return { code: 'port_taken', values: { redirectUri } };
  if (code === 'EACCES') return { code: 'port_forbidden', values: { redirectUri } };
  return { code: 'port_not_reached', values: { redirectUri } };
}
