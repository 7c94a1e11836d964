import type { SignInStepResult } from '../../shared/sign-in-check.ts';
import type { SchemeOwner } from './ports.ts';

/** Whether the return address, an `app.callboard:` link, would open this app. */
export function judgeSchemeOwner(owner: SchemeOwner): SignInStepResult {
  switch (owner.kind) {
    case 'callboard':
      return { step: 'link', state: 'ok', finding: { code: 'links_open_here', values: null } };
    case 'other': {
      const values = { program: owner.name };
      return { step: 'link', state: 'problem', finding: { code: 'links_open_elsewhere', values } };
    }
    case 'nobody':
      return { step: 'link', state: 'problem', finding: { code: 'links_open_nowhere', values: null } };
    case 'unknown': {
      const values = { missing: owner.missing };
      return { step: 'link', state: 'unclear', finding: { code: 'links_not_known', values } };
    }
  }
}

/** Whether a second instance would pass its link to this one. */
export function judgeInstanceLock(held: boolean): SignInStepResult {
  return held
    ? { step: 'instance', state: 'ok', finding: { code: 'instance_found', values: null } }
    : { step: 'instance', state: 'problem', finding: { code: 'instance_not_found', values: null } };
}
