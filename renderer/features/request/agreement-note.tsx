import { type Agreement, agreementOf } from '../../../shared/agreement.ts';
import type { RequestDetail } from '../../../shared/request.ts';
import { VERDICT_WORDS } from '../../parts/verdict/verdict-words.ts';
import classes from './assessment-section.module.css';

/** How the verdict given before the results compares with them; nothing if nobody has said what the values mean. */
export function AgreementNote({ request }: { request: RequestDetail }) {
  const { history, assessmentResults, described } = request;
  const agreement = agreementOf(history, assessmentResults, described);
  return agreement && <p className={classes['note']}>{words(agreement)}</p>;
}

function words({ verdict, isBetterHalf, agrees, wasSeen }: Agreement): string {
  const both = agrees === null ? '' : `You and the service ${agrees ? 'agree' : 'differ'}. `;
  const headline = `the headline is in the ${isBetterHalf ? 'better' : 'worse'} half of its scale`;
  const given = wasSeen
    ? 'The verdict while the results were covered, after they had been in view,'
    : 'The verdict before the results';
  return `${both}${given} was ${VERDICT_WORDS[verdict]}; ${headline}.`;
}
