import type { AppUnderPreview } from './app-under-preview.ts';
import type { PreviewOptions } from './command-line.ts';
import type { Instance } from './instance-lock.ts';
import type { PageServer } from './page-server.ts';

/** Everything that one start of the preview is made of. */
export interface PreviewRun {
  readonly options: PreviewOptions;
  readonly app: AppUnderPreview;
  readonly instance: Instance;
  readonly pages: PageServer;
}

let current: PreviewRun | undefined;

/**
 * Says what the stand-ins under `electron/` belong to. Called once, before the app's main is imported.
 *
 * A global, because what it stands for is one: the app imports `electron` by name and can hand nothing over.
 */
export function beginRun(run: PreviewRun): void {
  if (current !== undefined) throw new Error('The preview runs one app in one process');
  current = run;
}

/** The run that this process is. */
export function currentRun(): PreviewRun {
  if (current === undefined) throw new Error('The stand-in for electron works only inside the preview');
  return current;
}
