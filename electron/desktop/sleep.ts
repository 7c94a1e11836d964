import { powerMonitor } from 'electron';

/** Whether the computer is asleep or about to be; `onWake` is called when it is awake again. */
export function followSleep(onWake: () => void): { readonly asleep: boolean } {
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
