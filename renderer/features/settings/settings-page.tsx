import { Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useEffect, useId, useState } from 'react';
import { Link, Redirect } from 'wouter';
import type { DesktopState } from '../../../shared/desktop.ts';
import type { Settings } from '../../../shared/settings.ts';
import { api, queries } from '../../api/api.ts';
import { useDesktop } from '../../api/desktop.ts';
import { Framed } from '../../parts/layout.tsx';
import { lazyComponent } from '../../parts/lazy-component.tsx';
import { ErrorNotice, Notice } from '../../parts/notice.tsx';
import { Page, Section, useKeptFocus } from '../../parts/page.tsx';
import { usePathSegment } from '../../routes/hash-location.ts';
import { aliasedSettingsPath, SETTINGS_PART_LIST, type SettingsPath } from '../../routes/settings-parts.ts';
import { SavedMark, SettingSwitch, SettingsSection, WithSettings } from './setting-row.tsx';
import classes from './settings.module.css';

type Part = (typeof SETTINGS_PART_LIST)[number];

function PartLinks({ group, open }: { group: Part['group']; open: Part }) {
  return SETTINGS_PART_LIST.filter((part) => part.group === group).map((part) => (
    <PartLink key={part.path} part={part} isOpen={part === open} />
  ));
}

function PartLink({ part, isOpen }: { readonly part: Part; readonly isOpen: boolean }) {
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
  const [isUnfolded, setUnfolded] = useState(open.group === 'Administration');
  useEffect(() => {
    if (open.group === 'Administration') setUnfolded(true);
  }, [open]);
  if (moved !== null) return <Redirect to={moved} replace />;
  return (
    <Page title="Settings">
      <div className={classes['settings']}>
        <nav aria-label="Parts of the settings" className={classes['parts']}>
          <p className={classes['partGroup']}>For me</p>
          <PartLinks group="For me" open={open} />
          <details open={isUnfolded} onToggle={(event) => setUnfolded(event.currentTarget.open)}>
            <summary className={classes['partGroup']}>Administration</summary>
            <PartLinks group="Administration" open={open} />
          </details>
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

const part = (load: () => Promise<ComponentType>) =>
  lazyComponent(load, <Skeleton height={260} radius="md" />);

/** The component of each part of Settings; the larger ones load on demand. */
const SETTINGS_PARTS: Readonly<Record<SettingsPath, ComponentType>> = {
  '': GeneralPart,
  '/country': part(async () => (await import('./workspace-rules-sections.tsx')).DefaultCountryPart),
  '/backup': part(async () => (await import('./backup/backup-part.tsx')).BackupPart),
  '/workspaces': part(async () => (await import('./workspaces/workspaces-part.tsx')).WorkspacesPart),
  '/notifications': NotificationsPart,
  '/privacy': part(async () => (await import('./privacy/privacy-part.tsx')).PrivacyPart),
  '/team': part(async () => (await import('./workspace-rules-sections.tsx')).TeamSettingsPart),
  '/do-not-call': part(async () => (await import('../do-not-call/do-not-call-part.tsx')).DoNotCallPart),
  '/network': part(async () => (await import('./network/network-part.tsx')).NetworkPart),
  '/health': part(async () => (await import('./health/health-part.tsx')).HealthAndUpdatesPart),
  '/evidence': part(async () => (await import('./privacy/evidence-part.tsx')).EvidencePart),
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
          words={LOGIN_WORDS}
          note={loginNote(desktop)}
          checked={startAtLogin.kind === 'on'}
          disabled={startAtLogin.kind === 'unavailable' || login.isPending}
          onChange={(on) => login.mutate(on)}
        />
        <SettingSwitch
          name={mac ? 'Icon in the menu bar' : 'Icon beside the clock'}
          words="Its menu has the numbers, New request and Pause sending."
          note={trayNote(desktop, settings)}
          setting="trayIcon"
          checked={settings.trayIcon || (!mac && settings.closeToTray)}
          disabled={!mac && settings.closeToTray}
          onChange={(trayIcon) => save.mutate({ trayIcon })}
        />
        {!mac && (
          <SettingSwitch
            name="Keep running when the window is closed"
            words="Callboard keeps sending submissions and fetching results. Use the icon’s menu to reopen the window or quit."
            note={desktop.trayHost ? undefined : NO_TRAY}
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

const LOGIN_WORDS =
  'Starts without a window, so that waiting submissions are sent and results are fetched as soon as you log in.';

const NO_TRAY =
  'This desktop shows no icons of apps, so closing the window quits. On GNOME, install the extension AppIndicator.';

/** Why starting at login can't be changed here. */
function loginNote({ startAtLogin, system }: DesktopState): string | undefined {
  if (startAtLogin.kind === 'unavailable') return WHY_NO_LOGIN[startAtLogin.why];
  if (startAtLogin.kind !== 'blocked') return undefined;
  return system === 'macos'
    ? 'Turned off in System Settings, General, Login Items. You can only turn it on again there.'
    : 'Turned off in the startup apps of Windows. You can only turn it on again there.';
}

/** Why the tray icon stays, or where it may be missing. */
function trayNote(
  { system, trayHost }: Pick<DesktopState, 'system' | 'trayHost'>,
  { closeToTray }: Pick<Settings, 'closeToTray'>,
): string | undefined {
  if (system === 'macos') return undefined;
  if (!trayHost) return 'This desktop doesn’t show such icons.';
  return closeToTray ? 'It is always shown while Callboard may run without its window.' : undefined;
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
