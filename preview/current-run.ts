import type { AppUnderPreview } from './app-under-preview.ts';
import type { PreviewOptions } from './command-line.ts';
import type { Instance } from './instance-lock.ts';
import type { PageServer } from './page-server.ts';

/** The parts of one preview process. */
export interface PreviewRun {
  readonly options: PreviewOptions;
  readonly app: AppUnderPreview;
  readonly instance: Instance;
  readonly pages: PageServer;
}

let current: PreviewRun | undefined;

/**
 * Sets the run that the stand-ins under `electron/` use. Call it once, before importing the app's main.
 *
 * It has to be global, because the app imports `electron` by name and can't pass anything to it.
 */
export function beginRun(run: PreviewRun): void {
  if (current !== undefined) throw new Error('The preview runs one app in one process');
  current = run;
}

/** The current run; throws outside the preview. */
export function currentRun(): PreviewRun {
  if (current === undefined) throw new Error('The stand-in for electron works only inside the preview');
  return current;
}
