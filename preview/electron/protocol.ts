import { PreviewUnsupportedError } from '../unsupported.ts';
import { LoadError } from './load-error.ts';
import { requireNotReady, requireReadyForSession } from './require-ready.ts';
import { standIn } from './stand-in.ts';

type Handler = (request: Request) => Response | Promise<Response>;

const handlers = new Map<string, Handler>();
/** Schemes registered as standard and secure; the preview serves every page as if it had such a scheme. */
const secureSchemes = new Set<string>();

/** Electron's `protocol`: the app's handlers for its own scheme, which the page server calls. */
export const protocol = standIn<Electron.Protocol>('protocol', {
  registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]): void {
    requireNotReady('protocol.registerSchemesAsPrivileged should be called before app is ready');
    for (const { scheme, privileges } of schemes) {
      if (privileges?.standard === true && privileges.secure === true) secureSchemes.add(scheme);
    }
  },
  handle(scheme: string, handler: Handler): void {
    requireReadyForSession();
    if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    handlers.set(scheme, handler);
  },
  unhandle(scheme: string): void {
    if (!handlers.delete(scheme)) throw new Error(`Failed to unhandle protocol: ${scheme}`);
  },
  isProtocolHandled: (scheme: string) => handlers.has(scheme),
});

/** Whether the app handles the scheme of `url`. */
export function isHandled(url: string): boolean {
  return handlers.has(schemeOf(url));
}

/**
 * The app's response for `url`; rejects with a {@link LoadError} if the handler throws or gives no response, as in
 * Electron's lib/browser/api/protocol.ts.
 */
export async function handleProtocolRequest(url: string, method = 'GET'): Promise<Response> {
  const scheme = schemeOf(url);
  const handler = handlers.get(scheme);
  if (handler === undefined) throw new LoadError('ERR_FAILED', url);
  if (!secureSchemes.has(scheme)) {
    throw new PreviewUnsupportedError(`protocol with ${scheme}: not registered as standard and secure`);
  }
  const answer = await runHandler(handler, new Request(url, { method }));
  if (!(answer instanceof Response)) throw new LoadError('ERR_UNEXPECTED', url);
  if (answer.type === 'error') throw new LoadError('ERR_FAILED', url);
  return answer;
}

async function runHandler(handler: Handler, request: Request): Promise<unknown> {
  try {
    return await handler(request);
  } catch (error) {
    console.error(error);
    return undefined;
  }
}

function schemeOf(url: string): string {
  return new URL(url).protocol.slice(0, -1);
}
