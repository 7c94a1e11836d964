import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { listedWords } from '../../../shared/words/do-not-call-words.ts';
import { useForbidding } from '../../api/do-not-call.ts';
import { listedPath } from '../../routes/paths.ts';
import classes from './do-not-call.module.css';

/** Says that a number (E.164) is on the do-not-call list, since when and why, and leads to the list; nothing if it isn't. */
export function ListedLine({ phoneNumber }: { phoneNumber: string }) {
  const entry = useForbidding(phoneNumber);
  if (entry === null || entry === 'key_missing') return null;
  return (
    <Anchor
      component={Link}
      href={listedPath(phoneNumber)}
      className={classes['listed'] ?? ''}
      inherit
      underline="always"
    >
      On the do-not-call list{listedWords(entry)}
    </Anchor>
  );
}
