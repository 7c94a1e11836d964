import { PreviewUnsupportedError, strict } from '../unsupported.ts';
import { requireNotReady, requireReady } from './require-ready.ts';

type Handler = (request: Request) => Response | Promise<Response>;

const handlers = new Map<string, Handler>();
/** Schemes whose pages have a secure origin of their own, as every page of the preview has. */
const likeTheWeb = new Set<string>();

/** Electron's `protocol`: what the app answers for its own scheme. The page server asks the same handlers. */
export const protocol = strict('protocol', {
  registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]): void {
    requireNotReady('protocol.registerSchemesAsPrivileged should be called before app is ready');
    for (const { scheme, privileges } of schemes) {
      if (privileges?.standard === true && privileges.secure === true) likeTheWeb.add(scheme);
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
} satisfies Partial<Record<keyof Electron.Protocol, unknown>>);

/** What the app answers for `url`; throws for a scheme that the app does not handle. */
export async function answerOf(url: string, method = 'GET'): Promise<Response> {
  const scheme = new URL(url).protocol.slice(0, -1);
  const handler = handlers.get(scheme);
  if (handler === undefined) throw new PreviewUnsupportedError(`BrowserWindow.loadURL('${url}')`);
  if (!likeTheWeb.has(scheme)) {
    throw new PreviewUnsupportedError(`protocol with ${scheme}: not registered as standard and secure`);
  }
  return handler(new Request(url, { method }));
}
