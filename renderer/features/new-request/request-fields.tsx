import { Button, Checkbox, Group, NativeSelect, Text, TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconClock, IconWorld } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type CountryCode, getCountryCallingCode } from 'libphonenumber-js/min/es6';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { CALL_REASONS, HINT_CODES } from '../../../shared/call-rules.ts';
import type { Forbidding } from '../../../shared/do-not-call.ts';
import { problem } from '../../../shared/input-problems.ts';
import { earliestCall } from '../../../shared/notice.ts';
import type { Duplicate } from '../../../shared/outbox.ts';
import { parsePhoneNumber } from '../../../shared/phone-number.ts';
import { sameLocalTime } from '../../../shared/send-later.ts';
import { type PhoneChoice, parseTypedPhone, phoneChoices } from '../../../shared/typed-phone.ts';
import { countryName } from '../../../shared/words/country-name.ts';
import { listedWords } from '../../../shared/words/do-not-call-words.ts';
import { inputWords } from '../../../shared/words/input-words.ts';
import { hintWords } from '../../../shared/words/rule-words.ts';
import { isRuleOn } from '../../../shared/workspace-rules.ts';
import { queries } from '../../api/api.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { useCallingTime, useDuplicatesOf, useForbidding, useNumberRefusal } from '../../api/phone-number.ts';
import { SHOW_ERROR_IN_SHELL } from '../../api/query-client.ts';
import { formatDate } from '../../parts/format.ts';
import { Dim } from '../../parts/layout.tsx';
import { COUNTRY_OPTIONS } from '../../parts/phone.tsx';
import { type ChosenTime, callingTimeWords, isTheirClock, sendLaterZone } from '../../parts/send-later.ts';
import {
  SendLaterChoice,
  type SendLaterChoiceProps,
  TimeZoneSelect,
} from '../../parts/send-later-choice.tsx';
import { useNow } from '../../parts/time.tsx';
import { showUndoToast } from '../../parts/toast.tsx';
import { duplicateLine } from '../../parts/words.ts';
import classes from './new-request.module.css';
import { clockKey, storedPhone } from './use-request-form.ts';

interface PhoneFieldProps extends Omit<TextInputProps, 'onChange'> {
  readonly value: string;
  /** ISO 3166, for a number without a country code; null: each needs its own. */
  readonly defaultCountry: string | null;
  /** Numbers to choose from, if a pasted text had several. */
  readonly pasted?: readonly string[];
  readonly onChange: (value: string) => void;
}

const TYPING_DELAY_MS = 250;

/** The number to call, with what will be dialled and whether it may be called or was submitted before. */
export function PhoneField({
  value,
  defaultCountry,
  pasted = [],
  onChange,
  error,
  ...input
}: PhoneFieldProps) {
  const phone = storedPhone(value, defaultCountry);
  const [settled] = useDebouncedValue(phone, TYPING_DELAY_MS);
  const asked = phone === settled ? phone : null;
  const earlier = useDuplicatesOf(useWorkspace(), asked).data?.[0];
  const entry = useForbidding(asked);
  const refusal = useRefusal(asked);
  const field = useRef<HTMLInputElement>(null);
  const lacksCode = lacksCountry(value, parseTypedPhone(value, defaultCountry));
  const choose = (number: string) => {
    onChange(number);
    field.current?.focus();
  };
  return (
    <div className={classes['phone']}>
      <TextInput
        ref={field}
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
              refusal={refusal}
            />
          )
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...input}
        value={value}
        error={error && lacksCode ? WHICH_COUNTRY : error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {value.trim() === '' && pasted.length > 0 && (
        <Group gap={4} role="group" aria-label="Pasted phone numbers">
          {pasted.map((number) => (
            <Chip key={number} words={number} onClick={() => choose(number)} />
          ))}
        </Group>
      )}
      {lacksCode && (
        <CountryChips key={value} typed={value} defaultCountry={defaultCountry} onChoose={choose} />
      )}
    </div>
  );
}

function Chip({ words, title, onClick }: { words: string; title?: string; onClick: () => void }) {
  return (
    <Button
      size="compact-sm"
      variant="default"
      radius="xl"
      {...(title && { title })}
      // The field that is left would be judged now.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      <bdi>{words}</bdi>
    </Button>
  );
}

const WHICH_COUNTRY = 'Which country is it in?';

/** Digits from which on a number may be whole. */
const MIN_DIGITS = 6;

/** What is wrong with a number that only lacks its country. */
const LACKS_CODE: ReadonlySet<string> = new Set([
  'phone_no_country_code',
  'phone_not_of_default',
  'phone_country_unclear',
]);

function lacksCountry(typed: string, read: ReturnType<typeof parseTypedPhone>): boolean {
  return !read.ok && LACKS_CODE.has(read.problem.code) && typed.replace(/\D/g, '').length >= MIN_DIGITS;
}

interface CountryChipsProps {
  readonly typed: string;
  readonly defaultCountry: string | null;
  /** Called with the number as it will be dialled. */
  readonly onChoose: (number: string) => void;
}

/** Offers the countries that a number without its country code can be of; nothing is assumed, and what is chosen is shown. */
function CountryChips({ typed, defaultCountry, onChoose }: CountryChipsProps) {
  const desktop = useQuery(queries.desktop.state()).data;
  const makeDefault = useFirstDefault(defaultCountry);
  const [other, setOther] = useState<string | null>(null);
  const system = desktop?.country ?? null;
  const countries = [defaultCountry ?? system].filter((country) => country !== null);
  const choose = ({ international, country }: PhoneChoice) => {
    if (country === system) makeDefault(country);
    onChoose(international);
  };
  return (
    <Group gap={4} role="group" aria-label="Country of the phone number">
      {phoneChoices(typed, countries).map((choice) => (
        <Chip
          key={choice.international}
          words={`+${getCountryCallingCode(choice.country)} ${countryName(choice.country)}`}
          title={choice.international}
          onClick={() => choose(choice)}
        />
      ))}
      {other === null ? (
        <Chip words="other" onClick={() => setOther('')} />
      ) : (
        <NativeSelect
          aria-label="Country"
          autoFocus
          value={other}
          onChange={({ currentTarget: { value } }) => {
            const choice = phoneChoices(typed, [value]).find(({ country }) => country === value);
            if (choice) onChoose(choice.international);
            else setOther(value);
          }}
        >
          <option value="">Choose a country</option>
          {COUNTRY_OPTIONS}
        </NativeSelect>
      )}
      {other && <Dim>{inputWords(problem('phone_not_of_default', { country: other }))}</Dim>}
    </Group>
  );
}

/** Makes a country that a person chose the default one of a workspace that has none, says so, and lets it be undone. */
function useFirstDefault(defaultCountry: string | null) {
  const { id: workspaceId, api } = useWorkspace();
  const save = useMutation({
    mutationFn: async (country: CountryCode | null) =>
      api.rules.save({ ...(await api.rules.get()), defaultCountry: country }),
    meta: SHOW_ERROR_IN_SHELL,
  });
  return (country: CountryCode) => {
    if (defaultCountry !== null) return;
    save.mutate(country, {
      onSuccess: (stored) => {
        // A policy may know better.
        if (stored.defaultCountry !== country) return;
        const title = `${countryName(country)} is now the default country`;
        showUndoToast({ workspaceId, title, undo: () => save.mutateAsync(null) });
      },
    });
  };
}

/** Why a rule of the workspace doesn't let this number be called, as a clause; undefined if none speaks against it. */
function useRefusal(phone: string | null): string | undefined {
  const rules = useQuery(useWorkspace().queries.rules.get()).data;
  const isLimited = rules && HINT_CODES.some((code) => isRuleOn(rules, CALL_REASONS[code].part));
  const refusal = useNumberRefusal(useWorkspace(), isLimited ? phone : null).data;
  return refusal ? hintWords(refusal) : undefined;
}

interface PhoneHintProps {
  readonly typed: string;
  /** ISO 3166; null if the workspace has none. */
  readonly defaultCountry: string | null;
  /** The newest earlier submission with this number. */
  readonly earlier: Duplicate | undefined;
  /** What forbids calling it; null if nothing does. */
  readonly forbidding: Forbidding | null;
  /** Why a rule doesn't let it be called. */
  readonly refusal?: string | undefined;
}

/** What will be dialled, once the number is valid; warns if it is unusual or was submitted before. */
function PhoneHint({ typed, defaultCountry, earlier, forbidding, refusal }: PhoneHintProps) {
  const phone = typed.trim() === '' ? null : parseTypedPhone(typed, defaultCountry);
  if (!phone?.ok) return phone && lacksCountry(typed, phone) ? WHICH_COUNTRY : null;
  if (forbidding !== null) return <MayNotBeCalled line={forbiddingLine(forbidding)} />;
  if (refusal !== undefined) return <MayNotBeCalled line={`Can’t be submitted: ${refusal}.`} />;
  if (earlier) return <SubmittedBefore earlier={earlier} />;
  return (
    <>
      Will be dialled as <span dir="ltr">{phone.value.international}</span>
      {phone.value.country && `, ${countryName(phone.value.country)}`}
      {phone.value.country === defaultCountry && !parsePhoneNumber(typed).ok && ' (the default country)'}
      {phone.value.unusual && (
        <Text span inherit c="var(--tone-wait)">
          {' '}
          – an unusual number for its country. Check the digits.
        </Text>
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

/** A single line: it may appear while the field is left, and must not move the button being clicked. */
function SubmittedBefore({ earlier }: { earlier: Duplicate }) {
  const line = duplicateLine(earlier);
  return (
    <span aria-live="polite" className={classes['before']} title={line} dir="auto">
      {earlier.by === undefined
        ? `Submitted before: ${line}`
        : `Submitted on ${formatDate(earlier.submittedAt)} by ${earlier.by}`}
    </span>
  );
}

interface CallingTimeFieldProps {
  /** E.164; null while invalid. */
  readonly phoneNumber: string | null;
  /** UTC ms; null for as soon as possible. */
  readonly notBefore: number | null;
  /** The day of the notice (`2027-01-06`) and how many days must follow it; null without either. */
  readonly notice: { readonly on: string; readonly days: number } | null;
  readonly timeZone: string | null;
  readonly anyHour: boolean;
  readonly onTimeZone: (timeZone: string | null) => void;
  readonly onAnyHour: (anyHour: boolean) => void;
  /** Called once the time zone chosen, if any, is known to be meant for this number. */
  readonly onChecked: (phoneNumber: string) => void;
}

/** When the candidate may be called, in a workspace with calling hours; lets the user override time zone and hours. */
export function CallingTimeField(props: CallingTimeFieldProps) {
  const { phoneNumber, timeZone, anyHour, onTimeZone, onAnyHour } = props;
  const [opened, setOpened] = useState(timeZone !== null || anyHour);
  const own = useCallingTime({ phoneNumber, timeZone: null, notBefore: null });
  useZoneOfNumber(props, own.isPending ? undefined : (own.data?.timeZones ?? []));
  // Without a choice, it waits for a person.
  const isAsked = phoneNumber !== null && own.data?.at === null && !anyHour;
  const isOpen = opened || isAsked;
  return (
    <fieldset className={classes['hours']} aria-label="Calling hours">
      {/* Room for two lines: the words come a moment after the number, and must not move the button below. */}
      <Group gap={10} align="flex-start" wrap="nowrap" mih={38}>
        <IconWorld className={classes['hoursIcon']} size={16} aria-hidden />
        <p className={classes['hoursWords']} aria-live="polite">
          {anyHour ? 'This candidate may be called at any hour.' : <Words {...props} />}
        </p>
        {!isAsked && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label="Change calling hours"
            aria-expanded={opened}
            onClick={() => setOpened(!opened)}
          >
            Change
          </Button>
        )}
      </Group>
      {isOpen && (
        <div className={classes['hoursChoices']}>
          <TimeZoneSelect
            label="Time zone"
            width={240}
            noneLabel={isAsked ? 'Not chosen yet' : 'Based on the number'}
            {...(isAsked && { offered: own.data?.timeZones ?? [] })}
            value={timeZone}
            onChange={onTimeZone}
          />
          <Checkbox
            label="Call at any hour"
            checked={anyHour}
            onChange={(event) => onAnyHour(event.currentTarget.checked)}
          />
        </div>
      )}
    </fieldset>
  );
}

/** A time zone chosen among those of a number counts for no other number that can't be there. `zones`: undefined while unknown. */
function useZoneOfNumber(
  { phoneNumber, timeZone, onTimeZone, onChecked }: CallingTimeFieldProps,
  zones: readonly string[] | undefined,
): void {
  const before = useRef<readonly string[]>([]);
  useEffect(() => {
    if (phoneNumber === null || zones === undefined) return;
    const isLeft = timeZone !== null && before.current.includes(timeZone) && !zones.includes(timeZone);
    before.current = zones;
    if (isLeft) onTimeZone(null);
    else onChecked(phoneNumber);
  });
}

function Words({ phoneNumber, notBefore, notice, timeZone }: CallingTimeFieldProps) {
  const now = useNow();
  const chosen = useCallingTime({ phoneNumber, timeZone, notBefore });
  const afterNotice = notice && chosen.data ? earliestCall(notice.on, notice.days, chosen.data.timeZones) : 0;
  const isTooRecent = afterNotice > Math.max(now, notBefore ?? 0);
  const { data, error } = useCallingTime({
    phoneNumber,
    timeZone,
    notBefore: isTooRecent ? afterNotice : notBefore,
  });
  if (phoneNumber === null) return 'It goes out within the number’s calling hours.';
  if (error) return 'Couldn’t work out when this number may be called. It waits for its calling hours.';
  return data ? callingTimeWords(data, notBefore, now) : '';
}

interface SendLaterProps extends Pick<SendLaterChoiceProps, 'value' | 'onChange' | 'onBlur' | 'error'> {
  readonly opened: boolean;
  readonly onOpened: (opened: boolean) => void;
  /** Whether the closed choice has the focus at first. */
  readonly autoFocus: boolean;
  /** E.164; null while invalid. */
  readonly phoneNumber: string | null;
  /** The time zone that the user chose for the candidate; null for the number's. */
  readonly candidateTimeZone: string | null;
  /** Called once the value is on the clock of this candidate ({@link clockKey}), or that clock cannot be known. */
  readonly onClock: (key: string) => void;
  readonly inputRef: RefObject<HTMLInputElement | null>;
}

/** The earliest time to send; collapsed at first, because most submissions go out at once. */
export function SendLater({ opened, onOpened, autoFocus, ...choice }: SendLaterProps) {
  const [gaveUp, setGaveUp] = useState(false);
  const giveUp = () => {
    choice.onChange(null);
    onOpened(false);
    setGaveUp(true);
  };
  if (opened) return <OpenSendLater {...choice} onGiveUp={giveUp} />;
  return (
    <Button
      className={classes['openHours']}
      size="compact-sm"
      variant="subtle"
      color="gray"
      leftSection={<IconClock size={15} aria-hidden />}
      aria-expanded={false}
      // It replaces the choice that had the focus.
      autoFocus={autoFocus || gaveUp}
      onClick={() => {
        setGaveUp(false);
        onOpened(true);
      }}
    >
      Send later
    </Button>
  );
}

interface OpenSendLaterProps extends Omit<SendLaterProps, 'opened' | 'onOpened' | 'autoFocus'> {
  readonly onGiveUp: () => void;
}

function OpenSendLater(props: OpenSendLaterProps) {
  const { phoneNumber, candidateTimeZone, value, onChange, onClock, ...field } = props;
  const now = useNow();
  const calling = useCallingTime({ phoneNumber, timeZone: candidateTimeZone, notBefore: null });
  const timeZones = phoneNumber === null ? null : (calling.data?.candidateTimeZones ?? []);
  const zone = sendLaterZone(timeZones, now);
  const isKnown = phoneNumber !== null && !calling.isPending;
  const key = isKnown ? clockKey(phoneNumber, candidateTimeZone) : null;
  const moved = isKnown && isTheirClock(zone) ? movedTo(value, timeZones ?? [], zone.timeZone) : null;
  useEffect(() => {
    if (moved !== null) onChange(moved);
    else if (key !== null) onClock(key);
  });
  return (
    <SendLaterChoice zone={zone} value={value} onChange={onChange} autoFocus={value === null} {...field} />
  );
}

/** The chosen local time on another candidate's clock; null if the value is on a clock of this candidate, or the user's. */
function movedTo(
  value: ChosenTime | null,
  timeZones: readonly string[],
  timeZone: string,
): ChosenTime | null {
  if (value === null || value.timeZone === null || timeZones.includes(value.timeZone)) return null;
  return { at: sameLocalTime(value.at, value.timeZone, timeZone), timeZone };
}
