import { policyWords } from '../../../shared/words/policy-words.ts';
import { useAppState } from '../../api/app-state.tsx';
import { Notice } from '../../parts/notice/notice.tsx';
import classes from './welcome-page.module.css';

/** Why the user cannot connect: the organisation sets the connections and has set none yet. */
export function SetByOrganisation() {
  const { problems, source } = useAppState().policy;
  return (
    <Notice tone={problems.length > 0 ? 'warning' : 'info'} title="Your organisation sets the connections">
      <p>
        {problems.length > 0
          ? 'Its policy has errors, so no connection can be added until they are corrected. Show this to your IT department.'
          : 'It hasn’t set one for this computer yet. Ask your IT department.'}
      </p>
      <ul className={classes['problems']}>
        <li>
          <code dir="ltr">{source}</code>
        </li>
        {problems
          .map((problem) => ({ where: problem.where, message: policyWords(problem) }))
          .map(({ where, message }) => (
            <li key={`${where} ${message}`}>
              {where !== '' && <code dir="ltr">{where}</code>} {message}
            </li>
          ))}
      </ul>
    </Notice>
  );
}
