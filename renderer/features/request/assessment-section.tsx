import { Code } from '@mantine/core';
import type { Json } from '../../../shared/request.ts';
import { CopyIconButton } from '../../parts/copy/copy-icon-button.tsx';
import { Section } from '../../parts/section/section.tsx';
import classes from './assessment-section.module.css';
import { assessmentPart, isEmptyAssessment } from './assessment-shape.ts';
import { AssessmentView } from './assessment-view.tsx';

interface AssessmentSectionProps {
  readonly status: string;
  readonly results: Json | undefined;
  /** The last answer, letter by letter. */
  readonly rawAnswer: string | null;
}

/** The assessment in whatever shape it came, and the answer it came in. */
export function AssessmentSection({ status, results, rawAnswer }: AssessmentSectionProps) {
  return (
    <Section title="Assessment results">
      {results === undefined || isEmptyAssessment(results) ? (
        <p className={classes['empty']}>{emptyWords(status)}</p>
      ) : (
        <div className={classes['card']}>
          <AssessmentView part={assessmentPart(results)} />
        </div>
      )}
      {rawAnswer !== null && <RawAnswer text={rawAnswer} />}
    </Section>
  );
}

function emptyWords(status: string): string {
  return status === 'COMPLETED'
    ? 'The service completed this request without assessment fields.'
    : 'The service sent no assessment yet.';
}

function RawAnswer({ text }: { text: string }) {
  return (
    <details className={classes['raw']}>
      <summary>Raw answer</summary>
      <div className={classes['answer']}>
        <CopyIconButton text={text} label="Copy raw answer" />
        <Code
          block
          dir="ltr"
          className={classes['code']}
          role="region"
          tabIndex={0}
          aria-label="Answer of the service"
        >
          {indented(text)}
        </Code>
      </div>
    </details>
  );
}

/** JSON on several lines; anything else as it came. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
