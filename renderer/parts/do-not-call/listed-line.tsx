import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import type { ForbiddingEntry } from '../../../shared/do-not-call.ts';
import { listedWords } from '../../../shared/words/do-not-call-words.ts';
import { useForbidding, useListed } from '../../api/do-not-call.ts';
import { DO_NOT_CALL_PATH, listedPath } from '../../routes/paths.ts';
import classes from './do-not-call.module.css';

interface ListedLineProps {
  /** E.164; '' if it is covered. */
  readonly phoneNumber: string;
  /** Null while there is no request: then the number isn't covered. */
  readonly requestId: string | null;
}

/** Says that a candidate's number is on the do-not-call list, since when and why, and leads to the list; nothing if it isn't. */
export function ListedLine({ phoneNumber, requestId }: ListedLineProps) {
  if (phoneNumber !== '') return <NumberListed phoneNumber={phoneNumber} />;
  return requestId === null ? null : <CoveredListed requestId={requestId} />;
}

function NumberListed({ phoneNumber }: { phoneNumber: string }) {
  const entry = useForbidding(phoneNumber);
  return entry === null || entry === 'key_missing' ? null : (
    <Listed entry={entry} path={listedPath(phoneNumber)} />
  );
}

/** Without the reason, which may name the candidate. */
function CoveredListed({ requestId }: { requestId: string }) {
  const entry = useListed(requestId);
  return entry && <Listed entry={{ ...entry, reason: '' }} path={DO_NOT_CALL_PATH} />;
}

function Listed({ entry, path }: { entry: Omit<ForbiddingEntry, 'id'>; path: string }) {
  return (
    <Anchor component={Link} href={path} className={classes['listed'] ?? ''} inherit underline="always">
      On the do-not-call list{listedWords(entry)}
    </Anchor>
  );
}
