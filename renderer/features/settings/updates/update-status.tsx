import type { UpdateState } from '../../../../shared/updates.ts';
import { UPDATE_PROBLEM_WORDS } from '../../../../shared/words/update-words.ts';
import { useAppState } from '../../../api/app-state.tsx';
import { Notice } from '../../../parts/notice/notice.tsx';
import { Section } from '../../../parts/section/section.tsx';
import { RelativeTime } from '../../../parts/time/relative-time.tsx';
import { ReleaseNotes } from './release-notes.tsx';
import { StepAction } from './step-action.tsx';
import { stepTitle, stepWords } from './step-words.ts';
import classes from './update-status.module.css';

/** The current version and the state of the update. */
export function UpdateStatus({ state }: { state: UpdateState }) {
  const { version } = useAppState();
  const { step, checkedAt } = state;
  const words = stepWords(state);
  return (
    <Section title="Updates">
      <div className={classes['parts']}>
        <div className={classes['card']}>
          <div className={classes['text']}>
            <div className={classes['version']}>Callboard {version}</div>
            <div role="status" className={classes['status']}>
              <p className={classes['title']}>{stepTitle(step)}</p>
              {words && <p>{words}</p>}
            </div>
            {step.kind === 'idle' && checkedAt !== null && (
              <p className={classes['checked']}>
                Checked <RelativeTime at={checkedAt} />
              </p>
            )}
          </div>
          <StepAction state={state} />
        </div>
        {step.kind === 'failed' && (
          <Notice tone="problem" role="alert" title={UPDATE_PROBLEM_WORDS[step.problem.code].message}>
            <p>{UPDATE_PROBLEM_WORDS[step.problem.code].nextStep}</p>
          </Notice>
        )}
        {'update' in step && step.update && <ReleaseNotes update={step.update} />}
      </div>
    </Section>
  );
}
