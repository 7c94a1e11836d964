import { connect } from 'node:net';
import type { Finding } from '../../shared/findings.ts';
import type { SignInStepResult } from '../../shared/sign-in-check.ts';
import { listenOnLoopback } from '../auth/loopback-listener.ts';
import { errorCode } from '../network/system-error.ts';

const TIMEOUT_MS = 5000;

/**
 * Whether a browser could reach the loopback redirect address: listens there as a sign-in does, and connects to it.
 * `signingIn`: a sign-in is listening there now, which proves the same.
 */
export async function checkLoopbackPort(redirectUri: string, signingIn: boolean): Promise<SignInStepResult> {
  const { host } = new URL(redirectUri);
  if (signingIn) {
    return { step: 'port', state: 'ok', finding: { code: 'port_in_use_by_sign_in', values: { host } } };
  }
  try {
    const listener = await listenOnLoopback(redirectUri, () => false);
    try {
      const { hosts, port } = listener;
      for (const host of hosts) await connectTo(host, port);
      return { step: 'port', state: 'ok', finding: { code: 'port_free', values: { hosts, port } } };
    } finally {
      listener.close();
    }
  } catch (error) {
    return { step: 'port', state: 'problem', finding: findingOf(error, redirectUri) };
  }
}

function connectTo(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('Timed out connecting to the listener.')));
    socket.once('connect', () => {
      resolve();
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

function findingOf(error: unknown, redirectUri: string): Finding {
  const code = errorCode(error);
  if (code === 'EADDRINUSE') return { code: 'port_taken', values: { redirectUri } };
  if (code === 'EACCES') return { code: 'port_forbidden', values: { redirectUri } };
  return { code: 'port_not_reached', values: { redirectUri } };
}
