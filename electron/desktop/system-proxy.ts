import { session } from 'electron';
import type { SystemProxy } from '../network/ports.ts';

/** This computer's proxy settings, PAC scripts included, as Chromium resolves them. */
export const systemProxy: SystemProxy = {
  resolve: (url) => session.defaultSession.resolveProxy(url),
};
