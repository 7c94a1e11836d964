import { listedWords } from '../../../shared/words/do-not-call-words.ts';
import { useForbidding } from '../../api/do-not-call.ts';
import classes from './do-not-call.module.css';

/** Says that a number (E.164) is on the do-not-call list, since when and why; nothing if it isn't, or if it is covered (''). */
export function ListedLine({ phoneNumber }: { phoneNumber: string }) {
  const entry = useForbidding(phoneNumber === '' ? null : phoneNumber);
  if (entry === null || entry === 'key_missing') return null;
  return <span className={classes['listed']}>On the do-not-call list{listedWords(entry)}</span>;
}
