import { env } from 'node:process';
import { strict } from '../unsupported.ts';
import { request } from './net-request.ts';

const isOnline = () => env['CALLBOARD_PREVIEW_OFFLINE'] !== '1';

/**
 * Electron's `net`: its online state, true unless `CALLBOARD_PREVIEW_OFFLINE` is 1, and requests to this computer, for
 * the library that updates the app.
 */
export const net = strict('net', {
  isOnline,
  request,
  get online() {
    return isOnline();
  },
} satisfies Partial<Electron.Net>);
