import { CoveredText } from '../status/covered-text.tsx';
import classes from './phone-text.module.css';
import { usePhoneFormat } from './use-phone-format.ts';

/** A formatted phone number, left to right even in right-to-left text; '' is a covered one. */
export function PhoneText({ e164 }: { e164: string }) {
  const format = usePhoneFormat();
  if (e164 === '') return <CoveredText />;
  const text = format(e164);
  return (
    <span className={classes['phone']} dir="ltr" title={text}>
      {text}
    </span>
  );
}
