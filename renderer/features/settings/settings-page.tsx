import { Skeleton, Stack, Text } from '@mantine/core';
import { type ComponentType, useId } from 'react';
import { Link, Redirect } from 'wouter';
import { useAppState } from '../../api/app-state.tsx';
import { useDesktop } from '../../api/desktop.ts';
import { lazyComponent } from '../../parts/lazy-component.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page, useKeptFocus } from '../../parts/page.tsx';
import { usePathSegment } from '../../routes/hash-location.ts';
import { aliasedSettingsPath, SETTINGS_PART_LIST, type SettingsPath } from '../../routes/settings-parts.ts';
import { SettingsSection, WithSettings } from './setting-row.tsx';
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
  '/privacy': part(async () => (await import('./privacy-and-data-part.tsx')).PrivacyAndDataPart),
  '/do-not-call': part(async () => (await import('../do-not-call/do-not-call-part.tsx')).DoNotCallPart),
  '/network': part(async () => (await import('./network/network-part.tsx')).NetworkPart),
  '/health': part(async () => (await import('./health-and-updates-part.tsx')).HealthAndUpdatesPart),
  '/advanced': AdvancedPart,
};
