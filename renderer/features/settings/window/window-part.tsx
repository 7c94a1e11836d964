import { Skeleton } from '@mantine/core';
import type { DesktopState } from '../../../../shared/desktop.ts';
import type { Settings } from '../../../../shared/settings.ts';
import { useDesktop, useStartAtLogin } from '../../../api/desktop.ts';
import { useChangeSettings, useSettings } from '../../../api/settings.ts';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { Section } from '../../../parts/section/section.tsx';
import { SavedMark } from '../saved-mark.tsx';
import { SettingSwitch } from '../setting-switch.tsx';
import formClasses from '../settings-form.module.css';
import { closeWords, loginWords, trayWords } from './window-words.ts';

/** Starting at login, and running in the background. */
export function WindowPart() {
  const settings = useSettings();
  const desktop = useDesktop();
  const error = settings.error ?? desktop.error;
  const retry = () => void Promise.all([settings.refetch(), desktop.refetch()]);
  return (
    <>
      <ErrorNotice error={error} title="Couldn't load the settings." onRetry={retry} />
      {settings.data && desktop.data ? (
        <WindowForm settings={settings.data} desktop={desktop.data} />
      ) : (
        !error && <Skeleton height={200} radius="md" />
      )}
    </>
  );
}

function WindowForm({ settings, desktop }: { settings: Settings; desktop: DesktopState }) {
  const save = useChangeSettings();
  const login = useStartAtLogin();
  const { system, startAtLogin } = desktop;
  const mac = system === 'macos';
  return (
    <Section title="Window and start" aside={<SavedMark saved={save.isSuccess} />}>
      <div className={formClasses['rows']}>
        <SettingSwitch
          name="Start at login"
          words={loginWords(desktop)}
          checked={startAtLogin.kind === 'on'}
          disabled={startAtLogin.kind === 'unavailable' || login.isPending}
          onChange={(on) => login.mutate(on)}
        />
        <SettingSwitch
          name={mac ? 'Icon in the menu bar' : 'Icon beside the clock'}
          words={trayWords(desktop, settings)}
          setting="trayIcon"
          checked={settings.trayIcon || (!mac && settings.closeToTray)}
          disabled={!mac && settings.closeToTray}
          onChange={(trayIcon) => save.mutate({ trayIcon })}
        />
        {!mac && (
          <SettingSwitch
            name="Keep running when the window is closed"
            words={closeWords(desktop)}
            setting="closeToTray"
            checked={settings.closeToTray}
            onChange={(closeToTray) => save.mutate({ closeToTray })}
          />
        )}
      </div>
      <ErrorNotice error={save.error ?? login.error} />
    </Section>
  );
}
