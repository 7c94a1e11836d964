import { Button } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import {
  type BetterEnd,
  type DescribedValue,
  offScaleWords,
  scaleWords,
  shareOf,
} from '../../shared/described-field.ts';
import type { DerivedOutcome } from '../../shared/outcome.ts';
import type { Submission } from '../../shared/submission.ts';
import {
  fullOutcomeWords,
  OUTCOME_TONES,
  outcomeTitle,
  outcomeWords,
} from '../../shared/words/outcome-words.ts';
import { statusTitle, statusWords } from '../../shared/words/status-words.ts';
import { SUBMISSION_TONES, submissionStateWords } from '../../shared/words/submission-state-words.ts';
import { useAppState } from '../api/app-state.tsx';
import type { CellText } from './grid/grid-columns.ts';
import classes from './status.module.css';

/** A status of the service in words, without a colour: only an outcome says whether that is good. */
export function StatusBadge({ status }: { status: string }) {
  return <Badge {...statusCell(status)} />;
}

/** The same badge as a cell of a grid. */
export function statusCell(status: string): CellText {
  return {
    text: statusWords(status),
    title: statusTitle(status),
    className: `${classes['badge']} ${classes['calm']}`,
  };
}

interface ShownOutcome extends DerivedOutcome {
  readonly status: string;
}

/** What became of a candidate, in all words. */
export function OutcomeBadge(shown: ShownOutcome) {
  return <Badge {...outcomeCell(shown)} text={fullOutcomeWords(shown)} />;
}

/** The same as a cell of a grid, in a few words. */
export function outcomeCell(shown: ShownOutcome): CellText {
  return {
    text: outcomeWords(shown),
    title: outcomeTitle(shown),
    className: `${classes['badge']} ${classes[OUTCOME_TONES[shown.outcome]]}`,
  };
}

function Badge({ text, title, className }: CellText) {
  return (
    <span className={className} title={title} dir="auto">
      {text}
    </span>
  );
}

/** Where a submission stands, in a few words. */
export function SubmissionBadge({ submission }: { submission: Pick<Submission, 'state' | 'problem'> }) {
  return (
    <span className={`${classes['badge']} ${classes[SUBMISSION_TONES[submission.state]]}`}>
      {submissionStateWords(submission)}
    </span>
  );
}

interface CoveredBarProps {
  /** Asks for the verdict. */
  readonly onGive: () => void;
}

/** In place of results that are covered: why, and what uncovers them. */
export function CoveredBar({ onGive }: CoveredBarProps) {
  const isByPolicy = useAppState().policy.managedRules.includes('verdictFirst');
  return (
    <div className={classes['bar']}>
      <IconEyeOff className={classes['icon']} size={18} stroke={1.75} aria-hidden />
      <div className={classes['words']}>
        <p className={classes['what']}>Covered until you give a verdict with a reason</p>
        <p className={classes['why']}>
          {isByPolicy ? 'Set by your organisation' : 'A rule of this workspace'}, so that the results don’t
          make up your mind.
        </p>
      </div>
      <Button variant="default" className={classes['give']} onClick={onGive}>
        Give a verdict…
      </Button>
    </div>
  );
}

interface TagListProps {
  readonly tags: readonly string[];
  /** Wraps instead of clipping. */
  readonly wrap?: boolean;
}

/** As many tags as fit on one line; the tooltip has all of them. */
export function TagList({ tags, wrap }: TagListProps) {
  if (tags.length === 0) return null;
  return (
    <span className={classes['list']} data-wrap={wrap || undefined} title={tags.join(', ')}>
      {tags.map((tag) => (
        <span key={tag} className={classes['tag']} dir="auto">
          {tag}
        </span>
      ))}
    </span>
  );
}

/** The position of a value on its described scale. The value itself is shown beside it. */
export function ScaleBar({ value: { field, scaled } }: { value: DescribedValue }) {
  const words = scaled ? scaleWords(scaled) : offScaleWords(field);
  if (words === null) return null;
  return (
    <span className={classes['scale']}>
      {scaled && <ScaleTrack share={shareOf(scaled)} better={scaled.better} />}
      <span className={classes['scaleBarWords']}>{words}</span>
    </span>
  );
}

/**
 * A bar as long as the value: empty at the smallest value, full at the largest, whichever is better. A line marks the better
 * end. As wide as `--track-width`.
 */
export function ScaleTrack({
  share,
  better,
}: {
  /** From 0 to 1. */
  readonly share: number;
  readonly better: BetterEnd | null;
}) {
  return (
    <span className={classes['track']} data-better={better ?? undefined} aria-hidden>
      <span className={classes['fill']} style={{ width: `${share * 100}%` }} />
    </span>
  );
}
