import { NativeSelect, SegmentedControl, Skeleton, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ComponentType, useId } from 'react';
import { Link, Redirect } from 'wouter';
import { type EditableSettings, type Settings, UNDO_SECONDS } from '../../../shared/settings.ts';
import { api, queries } from '../../api/api.ts';
import { lazyComponent } from '../../parts/lazy-component.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { Page, Section, useKeptFocus } from '../../parts/page.tsx';
import { usePathSegment } from '../../routes/hash-location.ts';
import { aliasedSettingsPath, SETTINGS_PART_LIST, type SettingsPath } from '../../routes/settings-parts.ts';
import { CountSetting } from './count-setting.tsx';
import { SavedMark } from './saved-mark.tsx';
import { SettingRow } from './setting-row.tsx';
import { SettingSwitch } from './setting-switch.tsx';
import partsClasses from './settings-form.module.css';
import classes from './settings-page.module.css';
import { WindowPart } from './window/window-part.tsx';

interface PartLinkProps {
  readonly part: (typeof SETTINGS_PART_LIST)[number];
  readonly isOpen: boolean;
}

function PartLink({ part, isOpen }: PartLinkProps) {
  const id = useId();
  const hint = 'hint' in part ? part.hint : undefined;
  return (
    <div className={classes['place']}>
      <Link
        href={`/settings${part.path}`}
        className={classes['part'] ?? ''}
        aria-current={isOpen ? 'page' : undefined}
        aria-describedby={hint && id}
      >
        {part.label}
      </Link>
      {hint && (
        <span id={id} className={classes['hint']}>
          {hint}
        </span>
      )}
    </div>
  );
}

/** The settings of this computer, in parts; an unknown path shows the first. */
export function SettingsPage() {
  useKeptFocus();
  const segment = usePathSegment(1);
  const moved = aliasedSettingsPath(`/${segment}`);
  const open = SETTINGS_PART_LIST.find(({ path }) => path === `/${segment}`) ?? SETTINGS_PART_LIST[0];
  const Part = SETTINGS_PARTS[open.path];
  if (moved !== null) return <Redirect to={moved} replace />;
  return (
    <Page title="Settings">
      <div className={classes['settings']}>
        <nav aria-label="Parts of the settings" className={classes['parts']}>
          {SETTINGS_PART_LIST.map((part) => (
            <PartLink key={part.path} part={part} isOpen={part === open} />
          ))}
        </nav>
        <Stack gap={28} miw={0}>
          <Part key={open.path} />
        </Stack>
      </div>
    </Page>
  );
}

/** Preferences, and how the app starts and runs. */
function GeneralPart() {
  const { data, error, refetch } = useQuery(queries.settings.get());
  return (
    <>
      <ErrorNotice error={error} title="Couldn't load the settings." onRetry={() => void refetch()} />
      {data ? <SettingsForm settings={data} /> : !error && <Skeleton height={260} radius="md" />}
      <WindowPart />
    </>
  );
}

const part = (load: () => Promise<ComponentType>) =>
  lazyComponent(load, <Skeleton height={260} radius="md" />);

/** The component of each part of Settings; all but the first load on demand. */
const SETTINGS_PARTS: Readonly<Record<SettingsPath, ComponentType>> = {
  '': GeneralPart,
  '/workspaces': part(async () => (await import('./workspaces/workspaces-part.tsx')).WorkspacesPart),
  '/notifications': part(
    async () => (await import('./notifications/notifications-part.tsx')).NotificationsPart,
  ),
  '/privacy': part(async () => (await import('./privacy-and-data-part.tsx')).PrivacyAndDataPart),
  '/do-not-call': part(async () => (await import('../do-not-call/do-not-call-part.tsx')).DoNotCallPart),
  '/network': part(async () => (await import('./network/network-part.tsx')).NetworkPart),
  '/health': part(async () => (await import('./health-and-updates-part.tsx')).HealthAndUpdatesPart),
  '/advanced': part(async () => (await import('./advanced-part.tsx')).AdvancedPart),
};

const SCHEMES = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** General settings; changes apply at once. */
function SettingsForm({ settings }: { settings: Settings }) {
  const save = useMutation({ mutationFn: api.settings.change });
  const change = (part: EditableSettings) => save.mutate(part);
  return (
    <Section title="Preferences" aside={<SavedMark saved={save.isSuccess} />}>
      <div className={partsClasses['rows']}>
        <SettingRow name="Theme" words="System follows the light or dark setting of this computer.">
          <SegmentedControl
            size="xs"
            aria-label="Theme"
            data={SCHEMES.map((scheme) => ({ ...scheme }))}
            value={settings.colorScheme}
            onChange={(colorScheme) => change({ colorScheme })}
          />
        </SettingRow>
        <SettingSwitch
          name="Single-key shortcuts"
          words="J and K, G then R, 1 to 4 and others. Press ? to see them all."
          checked={settings.singleKeyShortcuts}
          onChange={(singleKeyShortcuts) => change({ singleKeyShortcuts })}
        />
        <SubmissionSettings settings={settings} onChange={change} />
      </div>
      <ErrorNotice error={save.error} />
    </Section>
  );
}

interface SubmissionSettingsProps {
  readonly settings: Settings;
  readonly onChange: (change: EditableSettings) => void;
}

/** How submissions are sent. */
function SubmissionSettings({ settings, onChange }: SubmissionSettingsProps) {
  return (
    <>
      <SettingRow
        name="Undo window"
        setting="undoSeconds"
        words="How long a new submission waits before it is sent, so that you can take it back. More than ten at once wait for at least 30 seconds, even with Off."
      >
        <UndoSetting
          label="Undo window"
          value={settings.undoSeconds}
          onChange={(undoSeconds) => onChange({ undoSeconds })}
        />
      </SettingRow>
      <SettingRow
        name="Duplicate check"
        setting="duplicateDays"
        words="Callboard asks before it submits a phone number again within this many days, in this workspace or another of the same service. With 0, it only checks the Outbox."
      >
        <CountSetting
          label="Duplicate check"
          unit=" days"
          min={0}
          max={3650}
          value={settings.duplicateDays}
          onChange={(duplicateDays) => onChange({ duplicateDays })}
        />
      </SettingRow>
    </>
  );
}

type UndoSeconds = Settings['undoSeconds'];

interface UndoSettingProps {
  readonly label: string;
  readonly value: UndoSeconds;
  readonly onChange: (value: UndoSeconds) => void;
}

/** How long Undo is offered after a submission. */
function UndoSetting({ label, value, onChange }: UndoSettingProps) {
  return (
    <NativeSelect
      size="xs"
      w={120}
      aria-label={label}
      data={UNDO_SECONDS.map((seconds) => ({
        value: String(seconds),
        label: seconds === 0 ? 'Off' : `${seconds} seconds`,
      }))}
      value={String(value)}
      onChange={(event) => {
        const chosen = UNDO_SECONDS.find((seconds) => String(seconds) === event.currentTarget.value);
        if (chosen !== undefined) onChange(chosen);
      }}
    />
  );
}
