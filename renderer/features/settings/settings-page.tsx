import { Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useId } from 'react';
import { Link, Redirect } from 'wouter';
import type { DesktopState } from '../../../shared/desktop.ts';
import type { Settings } from '../../../shared/settings.ts';
import { api, queries } from '../../api/api.ts';
import { useAppState } from '../../api/app-state.tsx';
import { useDesktop } from '../../api/desktop.ts';
import { Framed } from '../../parts/layout.tsx';
import { lazyComponent } from '../../parts/lazy-component.tsx';
import { ErrorNotice, Notice } from '../../parts/notice.tsx';
import { Page, Section, useKeptFocus } from '../../parts/page.tsx';
import { usePathSegment } from '../../routes/hash-location.ts';
import { aliasedSettingsPath, SETTINGS_PART_LIST, type SettingsPath } from '../../routes/settings-parts.ts';
import { SavedMark, SettingSwitch, SettingsSection, WithSettings } from './setting-row.tsx';
import classes from './settings.module.css';

interface PartLinkProps {
  readonly part: (typeof SETTINGS_PART_LIST)[number];
  readonly isOpen: boolean;
}

function PartLink({ part, isOpen }: PartLinkProps) {
  const id = useId();
  const hint = 'hint' in part ? part.hint : undefined;
  return (
    <div className={classes['partPlace']}>
      <Link
        href={`/settings${part.path}`}
        className={classes['partLink'] ?? ''}
        aria-current={isOpen ? 'page' : undefined}
        aria-describedby={hint && id}
      >
        {part.label}
      </Link>
      {hint && (
        <span id={id} className={classes['partHint']}>
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
  return (
    <>
      <WithSettings>
        {(settings) => <SettingsSection section="Preferences" settings={settings} />}
      </WithSettings>
      <WindowPart />
    </>
  );
}

/** Which desktop notifications Callboard shows. */
function NotificationsPart() {
  const { data: desktop } = useDesktop();
  const isLockUnknown = desktop?.tellsLock === false;
  return (
    <>
      {desktop?.notifications === false && (
        <Notice tone="info" title="This computer shows no notifications">
          <p>Callboard still shows everything in the list, the Outbox and the header.</p>
        </Notice>
      )}
      <WithSettings>
        {(settings) => (
          <>
            <SettingsSection section="Notify about" settings={settings}>
              <Text size="sm" c="dimmed" mt={8}>
                Your computer’s focus mode or do not disturb decides when they are shown.
              </Text>
            </SettingsSection>
            <SettingsSection
              section="Privacy"
              settings={settings}
              more={isLockUnknown ? { notificationNames: LOCK_UNKNOWN } : {}}
            />
          </>
        )}
      </WithSettings>
    </>
  );
}

const LOCK_UNKNOWN =
  'This desktop doesn’t tell Callboard when it is locked, so “While unlocked” leaves names out at all times.';

/** Numbers that few people change; each has a good default. */
function AdvancedPart() {
  const { keyStore } = useAppState();
  return (
    <WithSettings>
      {(settings) => (
        <SettingsSection
          section="Advanced"
          intro="For all workspaces. Most people never need to change these."
          settings={settings}
          also={keyStore === 'weak_only' || settings.weakStorageAllowed ? ['weakStorageAllowed'] : []}
        />
      )}
    </WithSettings>
  );
}

const part = (load: () => Promise<ComponentType>) =>
  lazyComponent(load, <Skeleton height={260} radius="md" />);

/** The component of each part of Settings; the larger ones load on demand. */
const SETTINGS_PARTS: Readonly<Record<SettingsPath, ComponentType>> = {
  '': GeneralPart,
  '/workspaces': part(async () => (await import('./workspaces/workspaces-part.tsx')).WorkspacesPart),
  '/notifications': NotificationsPart,
  '/privacy': part(async () => (await import('./privacy/privacy-part.tsx')).PrivacyAndDataPart),
  '/do-not-call': part(async () => (await import('../do-not-call/do-not-call-part.tsx')).DoNotCallPart),
  '/network': part(async () => (await import('./network/network-part.tsx')).NetworkPart),
  '/health': part(async () => (await import('./health/health-part.tsx')).HealthAndUpdatesPart),
  '/advanced': AdvancedPart,
};

/** Starting at login, and running in the background. */
function WindowPart() {
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
      <Framed>
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
      </Framed>
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
