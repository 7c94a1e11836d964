import type { DerivedOutcome } from '../../../shared/outcome.ts';
import {
  fullOutcomeWords,
  OUTCOME_TONES,
  outcomeTitle,
  outcomeWords,
} from '../../../shared/words/outcome-words.ts';
import { statusTitle, statusWords } from '../../../shared/words/status-words.ts';
import type { CellText } from '../grid/grid-columns.ts';
import classes from './status-badge.module.css';

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
