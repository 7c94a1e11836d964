import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Forbidding } from '../../../shared/do-not-call.ts';
import type { Duplicate } from '../../../shared/outbox.ts';
import { parsePhoneNumber } from '../../../shared/phone-number.ts';
import { parseTypedPhone } from '../../../shared/typed-phone.ts';
import { countryName, countryRefusedWords } from '../../../shared/words/country-name.ts';
import { listedWords } from '../../../shared/words/do-not-call-words.ts';
import { useForbidding } from '../../api/do-not-call.ts';
import { useNumberRefusal } from '../../api/duplicates.ts';
import { useRules } from '../../api/rules.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { duplicateLine } from '../../parts/duplicates/duplicate-words.ts';
import classes from './phone-hint.module.css';
import { storedPhone, useEarlierSubmission } from './use-request-form.ts';

interface PhoneFieldProps extends TextInputProps {
  readonly value: string;
  /** ISO 3166, for a number without a country code; null: each needs its own. */
  readonly defaultCountry: string | null;
}

const TYPING_DELAY_MS = 250;

/** The number to call, with what will be dialled and whether it may be called or was submitted before. */
export function PhoneField({ value, defaultCountry, onBlur, error, ...input }: PhoneFieldProps) {
  const phone = storedPhone(value, defaultCountry);
  const { earlier, check } = useEarlierSubmission(phone);
  const [settled] = useDebouncedValue(phone, TYPING_DELAY_MS);
  const entry = useForbidding(phone === settled ? phone : null);
  const refusedCountry = useRefusedCountry(phone === settled ? phone : null);
  return (
    <TextInput
      label="Phone number"
      type="tel"
      autoComplete="off"
      description={
        error ? undefined : (
          <PhoneHint
            typed={value}
            defaultCountry={defaultCountry}
            earlier={earlier}
            forbidding={entry}
            refusedCountry={refusedCountry}
          />
        )
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...input}
      value={value}
      error={error}
      onBlur={(event) => {
        check();
        onBlur?.(event);
      }}
    />
  );
}

/** The country whose numbers may not be called, null if this number doesn't tell; undefined if it may be called. */
function useRefusedCountry(phone: string | null): string | null | undefined {
  const isLimited = (useRules().data?.allowedCountries.length ?? 0) > 0;
  const refusal = useNumberRefusal(useWorkspace(), isLimited ? phone : null).data;
  return refusal?.why === 'country_not_allowed' ? refusal.country : undefined;
}

interface PhoneHintProps {
  readonly typed: string;
  /** ISO 3166; null if the workspace has none. */
  readonly defaultCountry: string | null;
  /** The newest earlier submission with this number. */
  readonly earlier: Duplicate | undefined;
  /** What forbids calling it; null if nothing does. */
  readonly forbidding: Forbidding | null;
  /** The country whose numbers may not be called, null if it doesn't tell; left out if it may be called. */
  readonly refusedCountry?: string | null | undefined;
}

/** What will be dialled, once the number is valid; warns if it is unusual or was submitted before. */
function PhoneHint({ typed, defaultCountry, earlier, forbidding, refusedCountry }: PhoneHintProps) {
  const phone = typed.trim() === '' ? null : parseTypedPhone(typed, defaultCountry);
  if (!phone?.ok) {
    return defaultCountry === null
      ? 'With the country code, such as +49 or +1.'
      : `With the country code, unless it is in ${countryName(defaultCountry)}.`;
  }
  if (forbidding !== null) return <MayNotBeCalled line={forbiddingLine(forbidding)} />;
  if (refusedCountry !== undefined) {
    return <MayNotBeCalled line={`Can’t be submitted: ${countryRefusedWords(refusedCountry)}`} />;
  }
  if (earlier) return <SubmittedBefore earlier={earlier} />;
  return (
    <>
      Will be dialled as <span dir="ltr">{phone.value.international}</span>
      {phone.value.country && `, ${countryName(phone.value.country)}`}
      {phone.value.country === defaultCountry && !parsePhoneNumber(typed).ok && ' (the default country)'}
      {phone.value.unusual && (
        <span className={classes['unusual']}> – an unusual number for its country. Check the digits.</span>
      )}
    </>
  );
}

function forbiddingLine(forbidding: Forbidding): string {
  return forbidding === 'key_missing'
    ? 'This number can’t be compared with those of erased persons yet. It waits until the key store answers.'
    : `Can’t be submitted: on the do-not-call list${listedWords(forbidding)}`;
}

function MayNotBeCalled({ line }: { line: string }) {
  return (
    <span aria-live="polite" className={classes['forbidden']} title={line} dir="auto">
      {line}
    </span>
  );
}

/** A single line: it appears when the field loses focus, and must not move the button being clicked. */
function SubmittedBefore({ earlier }: { earlier: Duplicate }) {
  const line = duplicateLine(earlier);
  return (
    <span aria-live="polite" className={classes['before']} title={line} dir="auto">
      Submitted before: {line}
    </span>
  );
}
