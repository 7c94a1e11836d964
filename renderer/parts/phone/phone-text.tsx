import classes from './phone-text.module.css';
import { usePhoneFormat } from './use-phone-format.ts';

/** A formatted phone number, left to right even in right-to-left text. */
export function PhoneText({ e164 }: { e164: string }) {
  const format = usePhoneFormat();
  const text = format(e164);
  return (
    <span className={classes['phone']} dir="ltr" title={text}>
      {text}
    </span>
  );
}
