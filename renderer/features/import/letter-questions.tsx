import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { Notice } from '../../parts/notice/notice.tsx';
import { countOf } from '../../parts/text/count-of.ts';
import type { OpenImport } from './import-state.ts';
import { letterDoubtsOf } from './letter-doubts.ts';
import classes from './letter-questions.module.css';
import { encodingName, type TextEncoding } from './reading/text-encodings.ts';

interface LetterQuestionsProps {
  readonly open: OpenImport;
  readonly onEncoding: (encoding: TextEncoding) => void;
  /** A person says that what was doubted is right. */
  readonly onRight: (right: Partial<Pick<OpenImport, 'lettersRight' | 'garbledRight'>>) => void;
}

/** Asks about the letters of names where they are doubted; each question is answered with one press. */
export function LetterQuestions({ open, onEncoding, onRight }: LetterQuestionsProps) {
  const { checked, queued, edits, run, source } = open;
  const { unsure, garbled } = letterDoubtsOf(open);
  const going = useMemo(
    () => checked.filter(({ number }) => !queued.has(number) && !edits.excluded.has(number)),
    [checked, queued, edits.excluded],
  );
  const doubted = unsure ? going.filter((row) => row.unplain).length : 0;
  const odd = garbled ? going.filter((row) => row.garbled) : [];
  const [example] = odd;
  const choose = (encoding: TextEncoding) =>
    encoding === source.letters?.encoding ? onRight({ lettersRight: true }) : onEncoding(encoding);
  return (
    <>
      {doubted > 0 && source.letters && (
        <Notice tone="warning" title="How the letters of this file are to be read is not sure.">
          <p className={classes['words']}>
            {countOf(doubted, 'row waits', 'rows wait')} for it. Press the names that are right, or choose
            another reading above.
          </p>
          <div className={classes['choices']}>
            {source.letters.candidates.map(({ encoding, sample }) => (
              <Button
                key={encoding}
                size="compact-sm"
                variant="default"
                disabled={run !== null}
                className={classes['choice']}
                onClick={() => choose(encoding)}
              >
                <bdi className={classes['sample']}>{sample}</bdi>
                <span className={classes['name']}>{encodingName(encoding)}</span>
              </Button>
            ))}
          </div>
        </Notice>
      )}
      {example && (
        <Notice
          tone="warning"
          title={`${countOf(odd.length, 'name looks', 'names look')} garbled.`}
          actions={
            <Button
              size="xs"
              variant="default"
              disabled={run !== null}
              onClick={() => onRight({ garbledRight: true })}
            >
              {odd.length === 1 ? 'It is right' : 'They are right'}
            </Button>
          }
        >
          <bdi>{example.values.candidateName}</bdi>, for example.{' '}
          {source.letters ? 'Choose another reading of the letters above, or enter' : 'Enter'}{' '}
          {odd.length === 1 ? 'it' : 'them'} anew.
        </Notice>
      )}
    </>
  );
}
