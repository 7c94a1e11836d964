import type { SubmissionDetail } from '../../../../shared/submission-detail.ts';
import { HistorySection } from '../../../parts/history/history-section.tsx';
import { Standing } from './standing.tsx';
import { SubmissionFacts } from './submission-facts.tsx';
import classes from './submission-view.module.css';

/** Where a submission stands, what was asked and all that happened; in two columns where there is room. */
export function SubmissionView({ submission }: { submission: SubmissionDetail }) {
  return (
    <div className={classes['view']}>
      <div className={classes['columns']}>
        <div className={classes['standing']}>
          <Standing submission={submission} />
        </div>
        <div className={classes['facts']}>
          <SubmissionFacts submission={submission} />
        </div>
        <div className={classes['history']}>
          <HistorySection history={submission.history} candidateName={submission.candidateName} />
        </div>
      </div>
    </div>
  );
}
