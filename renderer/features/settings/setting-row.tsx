import {
  ActionIcon,
  Group,
  NativeSelect,
  NumberInput,
  SegmentedControl,
  Skeleton,
  Switch,
  Text,
} from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconInfoCircle } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { z } from 'zod';
import { SETTING_NAMES, type SettingName, type Settings, settingOf } from '../../../shared/settings.ts';
import { api, queries } from '../../api/api.ts';
import { useAppState } from '../../api/app-state.tsx';
import { Dim, Framed, FramedRow, Words } from '../../parts/layout.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { FixedMark, Section } from '../../parts/page.tsx';
import classes from './settings.module.css';

interface SettingRowProps {
  readonly name: string;
  readonly words: string;
  /** What is special on this computer: shown at all times. */
  readonly note?: string | undefined;
  /** The setting, if a policy may set it: the control is then disabled, and the row says why. */
  readonly setting?: SettingName;
  /** An error that replaces the words. */
  readonly problem?: string | undefined;
  readonly children: ReactNode;
}

/** A setting: name, description on demand, and control. */
export function SettingRow({ name, words, note, setting, problem, children }: SettingRowProps) {
  const { managed } = useAppState().policy;
  const fixed = setting !== undefined && managed.includes(setting);
  const reason = useId();
  const [isTold, setTold] = useState(false);
  return (
    <FramedRow>
      <div>
        <Group gap={4}>
          <Words component="div" fw={500}>
            {name}
          </Words>
          <ActionIcon
            size={20}
            variant="transparent"
            color="gray"
            aria-label="About this setting"
            aria-expanded={isTold}
            title={words}
            onClick={() => setTold(!isTold)}
          >
            <IconInfoCircle size={14} aria-hidden />
          </ActionIcon>
        </Group>
        {isTold && problem === undefined && <Dim component="div">{words}</Dim>}
        {note && <Dim component="div">{note}</Dim>}
        {fixed && <FixedMark id={reason} />}
        <Text component="div" inherit fz="xs" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      </div>
      {fixed ? (
        <fieldset disabled aria-describedby={reason} className={classes['fixedControl']}>
          {children}
        </fieldset>
      ) : (
        children
      )}
    </FramedRow>
  );
}

interface SettingSwitchProps extends Omit<SettingRowProps, 'problem' | 'children'> {
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A setting that is on or off. */
export function SettingSwitch({ checked, disabled = false, onChange, ...row }: SettingSwitchProps) {
  return (
    <SettingRow {...row}>
      <Switch
        aria-label={row.name}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </SettingRow>
  );
}

interface CountSettingProps {
  readonly label: string;
  /** Shown behind the number. */
  readonly unit?: string;
  readonly min: number;
  readonly max: number;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

const TYPING_MS = 500;

/** A whole number; saves valid input, debounced. */
export function CountSetting({ label, unit, min, max, value, onChange }: CountSettingProps) {
  const [typed, setTyped] = useState<number | string>(value);
  const saveLater = useDebouncedCallback((next: number | string) => {
    if (typeof next === 'number' && next >= min && next <= max && next !== value) onChange(next);
  }, TYPING_MS);
  return (
    <NumberInput
      w={96}
      aria-label={label}
      {...(unit !== undefined && { suffix: unit })}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="blur"
      min={min}
      max={max}
      value={typed}
      onChange={(next) => {
        setTyped(next);
        saveLater(next);
      }}
      onBlur={() => typed === '' && setTyped(value)}
    />
  );
}

/** Says next to a heading that a change was saved. */
export function SavedMark({ saved }: { saved: boolean }) {
  return (
    <Text span inherit fz="xs" c="var(--tone-good)" aria-live="polite">
      {saved && 'Saved'}
    </Text>
  );
}

/** Shows what needs the settings once they are there. */
export function WithSettings({ children }: { children: (settings: Settings) => ReactNode }) {
  const { data, error, refetch } = useQuery(queries.settings.get());
  return (
    <>
      <ErrorNotice error={error} title="Couldn't load the settings." onRetry={() => void refetch()} />
      {data ? children(data) : !error && <Skeleton height={260} radius="md" />}
    </>
  );
}

interface SettingsSectionProps {
  /** The heading that the settings name as their section (`shared/settings.ts`). */
  readonly section: string;
  /** Settings that name no section, at its end. */
  readonly also?: readonly SettingName[];
  readonly settings: Settings;
  /** What is to be said of a setting beside its own words. */
  readonly more?: { readonly [Name in SettingName]?: string };
  /** Below the settings. */
  readonly children?: ReactNode;
}

/** A section of the Settings page, made from the settings; changes apply at once. */
export function SettingsSection({ section, also = [], settings, more = {}, children }: SettingsSectionProps) {
  const save = useMutation({ mutationFn: api.settings.change });
  const listed = SETTING_NAMES.filter((name) => settingOf(name).shown?.section === section);
  return (
    <Section title={section} aside={<SavedMark saved={save.isSuccess} />}>
      <Framed>
        {[...listed, ...also].map((setting) => (
          <ListedSetting
            key={setting}
            setting={setting}
            value={settings[setting]}
            more={more[setting]}
            onChange={(value) => save.mutate({ [setting]: value })}
          />
        ))}
      </Framed>
      {children}
      <ErrorNotice error={save.error} />
    </Section>
  );
}

interface ListedSettingProps {
  readonly setting: SettingName;
  readonly value: unknown;
  readonly more: string | undefined;
  readonly onChange: (value: string | number | boolean | null) => void;
}

function ListedSetting({ setting, value, more, onChange }: ListedSettingProps) {
  const { schema, shown } = settingOf(setting);
  const { name = '', words = '', values } = shown ?? {};
  const row = { name, words, note: more, setting };
  if (values === undefined) return <SettingSwitch {...row} checked={value === true} onChange={onChange} />;
  const choices = 'choices' in values ? values.choices : [];
  const data = choices.map(({ value: choice, label }) => ({ value: String(choice), label }));
  const choose = (text: string): void => {
    const chosen = choices.find(({ value: choice }) => String(choice) === text);
    if (chosen) onChange(chosen.value);
  };
  return (
    <SettingRow {...row}>
      {!('choices' in values) ? (
        <CountSetting
          label={name}
          unit={'unit' in values ? values.unit : ''}
          min={schema instanceof z.ZodNumber ? (schema.minValue ?? 0) : 0}
          max={schema instanceof z.ZodNumber ? (schema.maxValue ?? 0) : 0}
          value={Number(value)}
          onChange={onChange}
        />
      ) : values.list ? (
        <NativeSelect
          w={120}
          aria-label={name}
          data={data}
          value={String(value)}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      ) : (
        <SegmentedControl aria-label={name} data={data} value={String(value)} onChange={choose} />
      )}
    </SettingRow>
  );
}
