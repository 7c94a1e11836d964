import { Skeleton } from '@mantine/core';
import type { EditableSettings, Settings } from '../../../../shared/settings.ts';
import { useDesktop } from '../../../api/desktop.ts';
import { useChangeSettings, useSettings } from '../../../api/settings.ts';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { Notice } from '../../../parts/notice/notice.tsx';
import { Section } from '../../../parts/section/section.tsx';
import { SavedMark } from '../saved-mark.tsx';
import { SettingSwitch } from '../setting-switch.tsx';
import formClasses from '../settings-form.module.css';
import { DigestSetting } from './digest-setting.tsx';
import { NamesSetting } from './names-setting.tsx';
import { QuietHoursSetting } from './quiet-hours-setting.tsx';

/** Which desktop notifications Callboard shows, and when. */
export function NotificationsPart() {
  const { data, error, refetch } = useSettings();
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
  const save = useChangeSettings();
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
        <ErrorNotice error={save.error} />
      </Section>
      <Section title="When">
        <div className={formClasses['rows']}>
          <DigestSetting settings={settings} onChange={change} />
          <QuietHoursSetting value={settings.quietHours} onChange={(quietHours) => change({ quietHours })} />
        </div>
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
