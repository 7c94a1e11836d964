import { assertNever } from '../../../../shared/result.ts';
import type { UpdateState, UpdateStep, UpdatesOffReason } from '../../../../shared/updates.ts';
import { restartWords } from '../../../parts/updates/restart-words.ts';

const OFF_WORDS: Readonly<Record<UpdatesOffReason, string>> = {
  setting: 'Callboard does not look for newer versions.',
  not_installed: 'This Callboard runs from its sources: it is as new as they are.',
  package_manager: 'It was installed as a package of this system, whose own updates bring new versions.',
  msi: 'It was rolled out by Windows Installer. Whoever looks after this computer brings new versions.',
  unknown_installation:
    'Callboard does not know how to update itself where it is installed. Install new versions by hand.',
};

/** The current step in a few words. */
export function stepTitle(step: UpdateStep): string {
  switch (step.kind) {
    case 'off':
      return step.reason === 'setting' ? 'Updates are off' : 'Callboard does not update itself here';
    case 'idle':
      return 'No newer version is known';
    case 'checking':
      return 'Looking for a newer version';
    case 'available':
      return `Version ${step.update.version} is available`;
    case 'downloading':
      return `Version ${step.update.version} is being downloaded`;
    case 'ready':
      return `Version ${step.update.version} is ready`;
    case 'installing':
      return `Restarting into version ${step.update.version}`;
    case 'failed':
      return step.update ? `Version ${step.update.version} did not come in` : 'The check did not work';
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
      return 'You can go on working.';
    default:
      return '';
  }
}
