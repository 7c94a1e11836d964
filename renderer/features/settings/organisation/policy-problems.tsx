import type { PolicyProblem } from '../../../../shared/policy.ts';
import { policyWords } from '../../../../shared/words/policy-words.ts';
import { Notice } from '../../../parts/notice/notice.tsx';
import classes from './organisation.module.css';

/** The errors in the policy, for its author. */
export function PolicyProblems({ problems }: { problems: readonly PolicyProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <Notice tone="problem" title="The policy has errors">
      <p>
        The valid part applies. Until the rest is corrected, you can’t add or change connections, and anything
        it might forbid is not allowed. Show this to your IT department.
      </p>
      <ul className={classes['problems']} aria-label="Errors in the policy">
        {problems
          .map((problem) => ({ where: problem.where, message: policyWords(problem) }))
          .map(({ where, message }) => (
            <li key={`${where} ${message}`}>
              <code dir="ltr" className={classes['place']}>
                {where === '' ? 'The whole policy' : where}
              </code>
              <span>{message}</span>
            </li>
          ))}
      </ul>
    </Notice>
  );
}
