import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { currentRun } from './current-run.ts';

/**
 * Runs the preview again with the app's arguments `args`, from an exit listener: this process ends with it, so that whoever
 * started the one has to do with the other, too.
 */
export function startAgain(args: readonly string[]): void {
  const { instance, pages, app, options } = currentRun();
  if (instance.kind === 'first') instance.release();
  pages.close();
  const links = args.filter((argument) => argument !== app.folder && !argument.startsWith('-'));
  const flags = ['--port', String(options.port), '--user-data', options.userData];
  const command = [
    join(import.meta.dirname, 'main.ts'),
    ...flags,
    ...(options.open ? [] : ['--no-open']),
    ...links,
  ];
  const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
