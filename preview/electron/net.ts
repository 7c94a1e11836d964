import { env } from 'node:process';
import { standIn } from './stand-in.ts';

const isOnline = () => env['CALLBOARD_PREVIEW_OFFLINE'] !== '1';

/** Electron's `net`, only with its online state: true unless `CALLBOARD_PREVIEW_OFFLINE` is 1. */
export const net = standIn<Electron.Net>('net', {
  isOnline,
  get online() {
    return isOnline();
  },
});
