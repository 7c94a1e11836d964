import { powerMonitor } from 'electron';

/** Tracks whether the computer is asleep or about to be; calls `onWake` when it wakes up. */
export function trackSleep(onWake: () => void): { readonly asleep: boolean } {
  let asleep = false;
  powerMonitor.on('suspend', () => {
    asleep = true;
  });
  powerMonitor.on('resume', () => {
    asleep = false;
    onWake();
  });
  return {
    get asleep() {
      return asleep;
    },
  };
}
