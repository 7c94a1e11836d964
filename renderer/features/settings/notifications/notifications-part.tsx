import { SegmentedControl, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { NotificationNames } from '../../../../shared/notifications.ts';
import type { EditableSettings, Settings } from '../../../../shared/settings.ts';
import { api, queries } from '../../../api/api.ts';
import { useDesktop } from '../../../api/desktop.ts';
import { ErrorNotice, Notice } from '../../../parts/notice.tsx';
import { Section } from '../../../parts/page.tsx';
import { SavedMark } from '../saved-mark.tsx';
import { SettingRow } from '../setting-row.tsx';
import { SettingSwitch } from '../setting-switch.tsx';
import formClasses from '../settings-form.module.css';

/** Which desktop notifications Callboard shows. */
export function NotificationsPart() {
  const { data, error, refetch } = useQuery(queries.settings.get());
  const desktop = useDesktop();
  return (
    <>
      <ErrorNotice error={error} title="Couldn't load the settings." onRetry={() => void refetch()} />
      {desktop.data?.notifications === false && (
        <Notice tone="info" title="This computer shows no notifications">
          <p>Callboard still shows everything in the list, the Outbox and the header.</p>
        </Notice>
      )}
      {data ? (
        <NotificationForm settings={data} tellsLock={desktop.data?.tellsLock ?? true} />
      ) : (
        !error && <Skeleton height={260} radius="md" />
      )}
    </>
  );
}

interface KindOfNotice {
  readonly setting: 'notifyCompleted' | 'notifyRejected' | 'notifyDecisions' | 'notifySignedOut';
  readonly name: string;
  readonly words: string;
}

const KINDS: readonly KindOfNotice[] = [
  {
    setting: 'notifyCompleted',
    name: 'Completed screenings',
    words: 'A request is completed and its results are available.',
  },
  {
    setting: 'notifyRejected',
    name: 'Refused submissions',
    words: 'The service refused a submission.',
  },
  {
    setting: 'notifyDecisions',
    name: 'Decisions',
    words: 'A submission may or may not have arrived, or is on hold until you act.',
  },
  {
    setting: 'notifySignedOut',
    name: 'Ended sign-ins',
    words: 'The service asks you to sign in again. Nothing is sent until then.',
  },
];

function NotificationForm({ settings, tellsLock }: { settings: Settings; tellsLock: boolean }) {
  const save = useMutation({ mutationFn: api.settings.change });
  const change = (part: EditableSettings) => save.mutate(part);
  return (
    <>
      <Section title="Notify about" aside={<SavedMark saved={save.isSuccess} />}>
        <div className={formClasses['rows']}>
          {KINDS.map(({ setting, name, words }) => (
            <SettingSwitch
              key={setting}
              name={name}
              words={words}
              setting={setting}
              checked={settings[setting]}
              onChange={(on) => change({ [setting]: on })}
            />
          ))}
        </div>
        <Text size="sm" c="dimmed" mt={8}>
          Your computer’s focus mode or do not disturb decides when they are shown.
        </Text>
        <ErrorNotice error={save.error} />
      </Section>
      <Section title="Privacy">
        <div className={formClasses['rows']}>
          <NamesSetting
            value={settings.notificationNames}
            tellsLock={tellsLock}
            onChange={(notificationNames) => change({ notificationNames })}
          />
        </div>
      </Section>
    </>
  );
}

const CHOICES = [
  { value: 'never', label: 'Never' },
  { value: 'unlocked', label: 'While unlocked' },
  { value: 'always', label: 'Always' },
] as const;

interface NamesSettingProps {
  readonly value: NotificationNames;
  /** Whether the system says when the screen is locked. */
  readonly tellsLock: boolean;
  readonly onChange: (value: NotificationNames) => void;
}

/** Whether notifications name candidates, which somebody else could read. */
function NamesSetting({ value, tellsLock, onChange }: NamesSettingProps) {
  const words = 'Without names, notifications say what happened but not to whom.';
  return (
    <SettingRow
      name="Name candidates"
      words={
        tellsLock
          ? words
          : `${words} This desktop doesn’t tell Callboard when it is locked, so “While unlocked” leaves names out at all times.`
      }
      setting="notificationNames"
    >
      <SegmentedControl
        size="xs"
        aria-label="Name candidates"
        data={CHOICES.map((choice) => ({ ...choice }))}
        value={value}
        onChange={onChange}
      />
    </SettingRow>
  );
}
