import { assertNever } from '../../../../shared/result.ts';
import type { UpdateState, UpdateStep, UpdatesOffReason } from '../../../../shared/updates.ts';
import { restartWords } from '../../../parts/updates/restart-words.ts';

const OFF_WORDS: Readonly<Record<UpdatesOffReason, string>> = {
  setting: 'Callboard doesn’t check for newer versions.',
  not_installed: 'Callboard is running from its source code.',
  package_manager: 'It was installed as a system package; the system’s updates install new versions.',
  msi: 'It was deployed with Windows Installer. Your IT department installs new versions.',
  no_update_key: 'This build of Callboard has no key to check updates with. Install new versions yourself.',
  unknown_installation: 'Callboard can’t update itself in this location. Install new versions yourself.',
};

/** The current step in a few words. */
export function stepTitle(step: UpdateStep): string {
  switch (step.kind) {
    case 'off':
      return step.reason === 'setting' ? 'Updates are off' : 'Callboard doesn’t update itself here';
    case 'idle':
      return 'No newer version known';
    case 'checking':
      return 'Checking for a newer version';
    case 'available':
      return `Version ${step.update.version} is available`;
    case 'downloading':
      return `Downloading version ${step.update.version}`;
    case 'ready':
      return `Version ${step.update.version} is ready`;
    case 'installing':
      return `Restarting into version ${step.update.version}`;
    case 'failed':
      return step.update ? `Couldn’t download version ${step.update.version}` : 'Couldn’t check for updates';
    default:
      return assertNever(step);
  }
}

/** Details to add to the title; empty if there are none. */
export function stepWords({ step, waitingFor }: UpdateState): string {
  switch (step.kind) {
    case 'off':
      return OFF_WORDS[step.reason];
    case 'ready':
      return restartWords(waitingFor);
    case 'downloading':
      return 'You can keep working.';
    default:
      return '';
  }
}
