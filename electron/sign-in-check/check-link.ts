import type { SignInStepResult } from '../../shared/sign-in-check.ts';
import type { SchemeOwner } from './ports.ts';

/** Whether the browser's answer, an `app.callboard:` link, would come to this app. */
export function judgeSchemeOwner(owner: SchemeOwner): SignInStepResult {
  switch (owner.kind) {
    case 'callboard':
      return { step: 'link', state: 'ok', words: 'This computer opens app.callboard: links with Callboard.' };
    case 'other':
      return {
        step: 'link',
        state: 'problem',
        words: `This computer opens app.callboard: links with ${owner.name}.`,
        nextStep:
          'Start Callboard once more so that it registers itself, or choose it for these links in the system’s settings. Another way back works meanwhile.',
      };
    case 'nobody':
      return {
        step: 'link',
        state: 'problem',
        words: 'No program of this computer opens app.callboard: links.',
        nextStep:
          'Install Callboard with its installer, or start it once more so that it registers itself. Another way back works meanwhile.',
      };
    case 'unknown':
      return {
        step: 'link',
        state: 'unclear',
        words: `Which program opens app.callboard: links could not be found out. ${owner.reason}`,
        nextStep: 'If the browser does not find Callboard, use another way back.',
      };
  }
}

/** Whether a second start would hand its link over. */
export function judgeInstanceLock(held: boolean): SignInStepResult {
  return held
    ? {
        step: 'instance',
        state: 'ok',
        words: 'A link that starts Callboard again is handed to this window.',
      }
    : {
        step: 'instance',
        state: 'problem',
        words: 'Callboard does not hold the lock by which later starts find it: links would not arrive here.',
        nextStep: 'Quit every Callboard that is running, then start it once.',
      };
}
