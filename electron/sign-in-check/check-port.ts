import { connect } from 'node:net';
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
    return { step: 'port', state: 'ok', words: `Callboard is waiting for your browser at ${host}.` };
  }
  try {
    const listener = await listenOnLoopback(redirectUri, () => false);
    try {
      const port = Number(new URL(listener.redirectUri).port || 80);
      await reach(port);
      return {
        step: 'port',
        state: 'ok',
        words: `Callboard can listen at 127.0.0.1, port ${port}, and is reached there.`,
      };
    } finally {
      listener.close();
    }
  } catch (error) {
    return { step: 'port', state: 'problem', ...explanation(error, redirectUri) };
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

function explanation(error: unknown, redirectUri: string): { words: string; nextStep: string } {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return {
      words: `Another program uses the port of the redirect address ${redirectUri}.`,
      nextStep:
        'Close that program, or register another port with the service and change the redirect address.',
    };
  }
  if (code === 'EACCES') {
    return {
      words: `Callboard may not listen on the port of ${redirectUri}.`,
      nextStep: 'Register a port from 1024 on with the service and change the redirect address.',
    };
  }
  return {
    words: `Callboard could not be reached at the redirect address ${redirectUri}.`,
    nextStep:
      'Ask whether security software on this computer blocks local connections, or use another way back.',
  };
}
