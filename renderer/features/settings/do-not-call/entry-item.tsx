import { Button } from '@mantine/core';
import type { DoNotCallEntry } from '../../../../shared/do-not-call.ts';
import { PhoneText } from '../../../parts/phone/phone-text.tsx';
import { usePhoneFormat } from '../../../parts/phone/use-phone-format.ts';
import { formatDate } from '../../../parts/time/format-time.ts';
import { askToLift } from './ask-to-lift.tsx';
import classes from './do-not-call-part.module.css';

/** An entry of the do-not-call list: the number, why, since when and by whom, and whether it was lifted. */
export function EntryItem({ entry }: { entry: DoNotCallEntry }) {
  const { phoneNumber, source, reason, addedAt, addedBy, lifted } = entry;
  const format = usePhoneFormat();
  const isByPolicy = source === 'policy';
  return (
    <li className={classes['entry']}>
      <div className={classes['said']}>
        <span className={classes['number']}>
          {phoneNumber === null ? 'Erased person' : <PhoneText e164={phoneNumber} />}
        </span>
        {reason !== '' && (
          <p className={classes['reason']} dir="auto">
            {reason}
          </p>
        )}
        <span className={classes['dim']}>
          Since {formatDate(addedAt)}
          {isByPolicy && ' · Set by your organisation'}
          {addedBy !== '' && (
            <>
              {' · added by '}
              <bdi>{addedBy}</bdi>
            </>
          )}
        </span>
        {phoneNumber === null && (
          <span className={classes['dim']}>
            Only a keyed hash of the number is left, so it can’t be shown.
          </span>
        )}
        {lifted && (
          <span className={classes['dim']}>
            Lifted on {formatDate(lifted.at)} by <bdi>{lifted.by}</bdi>: <bdi>{lifted.reason}</bdi>
          </span>
        )}
      </div>
      {lifted === null && !isByPolicy && (
        <Button
          size="compact-xs"
          variant="default"
          className={classes['lift'] ?? ''}
          aria-label={`Lift ${phoneNumber === null ? 'the entry of an erased person' : format(phoneNumber)}`}
          onClick={() => askToLift(entry)}
        >
          Lift…
        </Button>
      )}
    </li>
  );
}
