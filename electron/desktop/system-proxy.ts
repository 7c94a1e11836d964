import { session } from 'electron';
import type { SystemProxy } from '../network/ports.ts';

/** The proxy settings of this computer, PAC scripts among them, as Chromium reads them. */
export const systemProxy: SystemProxy = {
  resolve: (url) => session.defaultSession.resolveProxy(url),
};
