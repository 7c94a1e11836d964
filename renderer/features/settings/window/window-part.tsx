import { Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DesktopState } from '../../../../shared/desktop.ts';
import type { Settings } from '../../../../shared/settings.ts';
import { api, queries } from '../../../api/api.ts';
import { useDesktop } from '../../../api/desktop.ts';
import { ErrorNotice } from '../../../parts/notice.tsx';
import { Section } from '../../../parts/page.tsx';
import { SavedMark, SettingSwitch } from '../setting-row.tsx';
import classes from '../settings-form.module.css';

/** Starting at login, and running in the background. */
export function WindowPart() {
  const settings = useQuery(queries.settings.get());
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
  const save = useMutation({ mutationFn: api.settings.change });
  const login = useStartAtLogin();
  const { system, startAtLogin } = desktop;
  const mac = system === 'macos';
  return (
    <Section title="Window and start" aside={<SavedMark saved={save.isSuccess} />}>
      <div className={classes['rows']}>
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

const WHY_NO_LOGIN = {
  not_installed: 'Only an installed Callboard can start at login.',
  flatpak: 'A Flatpak can’t change this. Add Callboard to the startup applications of your desktop.',
} as const;

/** Describes the setting for starting at login. */
function loginWords({ startAtLogin, system }: DesktopState): string {
  switch (startAtLogin.kind) {
    case 'unavailable':
      return WHY_NO_LOGIN[startAtLogin.why];
    case 'blocked':
      return system === 'macos'
        ? 'Turned off in System Settings, General, Login Items. You can only turn it on again there.'
        : 'Turned off in the startup apps of Windows. You can only turn it on again there.';
    case 'on':
    case 'off':
      return 'Starts without a window, so that waiting submissions are sent and results are fetched as soon as you log in.';
  }
}

/** Describes the tray icon, and where it may be missing. */
function trayWords(
  { system, trayHost }: Pick<DesktopState, 'system' | 'trayHost'>,
  { closeToTray }: Pick<Settings, 'closeToTray'>,
): string {
  const words = 'Its menu has the numbers, New request and Pause sending.';
  if (system === 'macos') return words;
  if (closeToTray && trayHost)
    return `${words} It is always shown while Callboard may run without its window.`;
  return trayHost ? words : `${words} This desktop doesn’t show such icons.`;
}

/** Describes the setting for running without a window, and why it may have no effect. */
function closeWords({ trayHost }: Pick<DesktopState, 'trayHost'>): string {
  const words = 'Callboard keeps sending submissions and fetching results.';
  return trayHost
    ? `${words} Use the icon’s menu to reopen the window or quit.`
    : `${words} This desktop shows no icons of apps, so closing the window quits. On GNOME, install the extension AppIndicator.`;
}

/** Turns starting at login on or off, and shows the system's answer. */
function useStartAtLogin() {
  const client = useQueryClient();
  const { queryKey } = queries.desktop.state();
  return useMutation({
    mutationFn: (on: boolean) => api.desktop.setStartAtLogin({ on }),
    onSuccess: (startAtLogin) => {
      const before = client.getQueryData(queryKey);
      if (before) client.setQueryData(queryKey, { ...before, startAtLogin });
    },
  });
}
