import { env } from 'node:process';
import { strict } from '../unsupported.ts';

const isOnline = () => env['CALLBOARD_PREVIEW_OFFLINE'] !== '1';

/** Electron's `net`: only whether there is a network. A loopback interface counts, so there always is one. */
export const net = strict('net', {
  isOnline,
  get online() {
    return isOnline();
  },
} satisfies Partial<Electron.Net>);
