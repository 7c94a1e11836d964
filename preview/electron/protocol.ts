import { PreviewUnsupportedError } from '../unsupported.ts';
import { requireNotReady, requireReady } from './require-ready.ts';
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
    requireReady('Session can only be received when app is ready');
    if (handlers.has(scheme)) throw new Error(`The scheme ${scheme} has already been handled`);
    handlers.set(scheme, handler);
  },
  unhandle(scheme: string): void {
    if (!handlers.delete(scheme)) throw new Error(`The scheme ${scheme} is not handled`);
  },
  isProtocolHandled: (scheme: string) => handlers.has(scheme),
});

/** The app's response for `url`; throws for a scheme that the app doesn't handle. */
export async function handleProtocolRequest(url: string, method = 'GET'): Promise<Response> {
  const scheme = new URL(url).protocol.slice(0, -1);
  const handler = handlers.get(scheme);
  if (handler === undefined) throw new PreviewUnsupportedError(`BrowserWindow.loadURL('${url}')`);
  if (!secureSchemes.has(scheme)) {
    throw new PreviewUnsupportedError(`protocol with ${scheme}: not registered as standard and secure`);
  }
  return handler(new Request(url, { method }));
}
