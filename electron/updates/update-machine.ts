import type { Update, UpdateProblem, UpdateStep, UpdatesOffReason } from '../../shared/updates.ts';

export type UpdateEvent =
  | { readonly kind: 'turned_off'; readonly reason: UpdatesOffReason }
  | { readonly kind: 'turned_on' }
  /** An update found earlier belongs to another channel. */
  | { readonly kind: 'channel_changed' }
  | { readonly kind: 'check_began' }
  | { readonly kind: 'check_ended'; readonly update: Update | undefined }
  | { readonly kind: 'download_began' }
  | { readonly kind: 'progress'; readonly percent: number }
  | { readonly kind: 'downloaded' }
  | { readonly kind: 'install_began' }
  | { readonly kind: 'failed'; readonly problem: UpdateProblem };

/**
 * The next state. Events that don't apply to the current one are ignored: an updater may still report on work that was
 * cancelled.
 */
export function nextUpdateStep(step: UpdateStep, event: UpdateEvent): UpdateStep {
  switch (event.kind) {
    case 'turned_off':
      return step.kind === 'installing' ? step : { kind: 'off', reason: event.reason };
    case 'turned_on':
      return step.kind === 'off' ? { kind: 'idle' } : step;
    case 'channel_changed':
      return step.kind === 'off' || step.kind === 'installing' ? step : { kind: 'idle' };
    case 'check_began':
      return mayCheck(step) ? { kind: 'checking' } : step;
    case 'check_ended':
      if (step.kind !== 'checking') return step;
      return event.update ? { kind: 'available', update: event.update } : { kind: 'idle' };
    case 'download_began': {
      const update = toDownload(step);
      return update ? { kind: 'downloading', update, percent: 0 } : step;
    }
    case 'progress':
      return step.kind === 'downloading' && event.percent > step.percent
        ? { ...step, percent: event.percent }
        : step;
    case 'downloaded':
      return step.kind === 'downloading' ? { kind: 'ready', update: step.update } : step;
    case 'install_began':
      return step.kind === 'ready' ? { kind: 'installing', update: step.update } : step;
    case 'failed':
      return failedFrom(step, event.problem);
  }
}

/** Whether a check may start: not during other work, and not once an update is ready. */
export function mayCheck({ kind }: UpdateStep): boolean {
  return kind === 'idle' || kind === 'available' || kind === 'failed';
}

/** The version a download would fetch; undefined if there is none. */
export function toDownload(step: UpdateStep): Update | undefined {
  if (step.kind === 'available') return step.update;
  return step.kind === 'failed' && step.problem.during !== 'check' ? (step.update ?? undefined) : undefined;
}

function failedFrom(step: UpdateStep, problem: UpdateProblem): UpdateStep {
  switch (step.kind) {
    case 'checking':
      return { kind: 'failed', update: null, problem };
    case 'downloading':
    case 'installing':
      return { kind: 'failed', update: step.update, problem };
    default:
      return step;
  }
}
