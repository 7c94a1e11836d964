import classes from './phone-text.module.css';
import { usePhoneFormat } from './use-phone-format.ts';

/** A stored phone number as people read it; always left to right, also beside names that are not. */
export function PhoneText({ e164 }: { e164: string }) {
  const format = usePhoneFormat();
  const text = format(e164);
  return (
    <span className={classes['phone']} dir="ltr" title={text}>
      {text}
    </span>
  );
}
