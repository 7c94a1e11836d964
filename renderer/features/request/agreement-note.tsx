import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { type Agreement, agreementOf, verdictWithoutResults } from '../../../shared/agreement.ts';
import type { RequestDetail } from '../../../shared/request.ts';
import { VERDICT_WORDS } from '../../parts/verdict/verdict-words.ts';
import { libraryEntryPath } from '../../routes/paths.ts';
import classes from './assessment-section.module.css';

type Judged = Pick<
  RequestDetail,
  'history' | 'assessmentResults' | 'described' | 'covered' | 'questionnaireTemplateId'
>;

/**
 * How the verdict given before the results compares with them, or what is missing to tell; nothing if there is no such verdict.
 */
export function AgreementNote({ request }: { request: Judged }) {
  const { history, assessmentResults, described, covered, questionnaireTemplateId } = request;
  const agreement = agreementOf(history, assessmentResults, described);
  if (agreement) return <p className={classes['note']}>{words(agreement)}</p>;
  if (covered !== 'nothing' || assessmentResults === undefined || !verdictWithoutResults(history))
    return null;
  return (
    <p className={classes['note']}>
      Whether you and the service agree can’t be told: these results have no headline value on a scale that
      says which end is better.{' '}
      <Anchor
        component={Link}
        href={libraryEntryPath('questionnaire', questionnaireTemplateId)}
        inherit
        underline="always"
      >
        Describe them in the Library
      </Anchor>
    </p>
  );
}

function words({ verdict, isBetterHalf, agrees, wasSeen }: Agreement): string {
  const both = agrees === null ? '' : `You and the service ${agrees ? 'agree' : 'differ'}. `;
  const headline = `the headline is in the ${isBetterHalf ? 'better' : 'worse'} half of its scale`;
  const given = wasSeen
    ? 'The verdict while the results were covered, after they had been in view,'
    : 'The verdict before the results';
  return `${both}${given} was ${VERDICT_WORDS[verdict]}; ${headline}.`;
}
