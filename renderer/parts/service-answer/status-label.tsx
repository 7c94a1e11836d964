import type { SubmissionProblem } from '../../../shared/problems.ts';
import classes from './service-answer.module.css';

/** The HTTP status of the service's answer, if there was one. */
export function StatusLabel({ problem: { httpStatus } }: { problem: SubmissionProblem }) {
  return httpStatus === undefined ? null : <span className={classes['status']}>HTTP {httpStatus}</span>;
}
