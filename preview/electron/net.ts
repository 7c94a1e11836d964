import { env } from 'node:process';
import { request } from './net-request.ts';
import { standIn } from './stand-in.ts';

const isOnline = () => env['CALLBOARD_PREVIEW_OFFLINE'] !== '1';

/**
 * Electron's `net`: its online state, true unless `CALLBOARD_PREVIEW_OFFLINE` is 1, and requests to this computer, for
 * the library that updates the app.
 */
export const net = standIn<Electron.Net>('net', {
  isOnline,
  request,
  get online() {
    return isOnline();
  },
});
