import { IconCheck, IconMinus, IconQuestionMark, IconX } from '@tabler/icons-react';
import type { Verdict } from '../../../shared/request.ts';
import { VERDICT_WORDS } from '../../../shared/words/outcome-words.ts';
import classes from './requests.module.css';

const ICONS = { none: IconMinus, no: IconX, maybe: IconQuestionMark, yes: IconCheck } as const;

/** A verdict's icon in its colour. */
export function VerdictIcon({ verdict }: { verdict: Verdict }) {
  const Icon = ICONS[verdict];
  return (
    <Icon className={classes['verdictIcon']} data-verdict={verdict} size={15} stroke={2.25} aria-hidden />
  );
}

/** A verdict as icon and text; renders nothing if there is none. */
export function VerdictMark({ verdict }: { verdict: Verdict }) {
  if (verdict === 'none') return null;
  return (
    <span className={classes['verdictMark']} data-verdict={verdict}>
      <VerdictIcon verdict={verdict} />
      {VERDICT_WORDS[verdict]}
    </span>
  );
}
