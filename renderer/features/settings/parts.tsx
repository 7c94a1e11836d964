import { Skeleton } from '@mantine/core';
import type { ComponentType } from 'react';
import { lazyComponent } from '../../parts/loading/lazy-component.tsx';
import type { SettingsPath } from '../../routes/settings-parts.ts';
import { GeneralPart } from './general-part.tsx';

const part = (load: () => Promise<ComponentType>) =>
  lazyComponent(load, <Skeleton height={260} radius="md" />);

/** The component of each part of Settings; all but the first load on demand. */
export const SETTINGS_PARTS: Readonly<Record<SettingsPath, ComponentType>> = {
  '': GeneralPart,
  '/workspaces': part(async () => (await import('./workspaces/workspaces-part.tsx')).WorkspacesPart),
  '/notifications': part(
    async () => (await import('./notifications/notifications-part.tsx')).NotificationsPart,
  ),
  '/privacy': part(async () => (await import('./privacy-and-data-part.tsx')).PrivacyAndDataPart),
  '/do-not-call': part(async () => (await import('./do-not-call/do-not-call-part.tsx')).DoNotCallPart),
  '/rights': part(async () => (await import('./rights/rights-part.tsx')).RightsPart),
  '/network': part(async () => (await import('./network-and-sign-in-part.tsx')).NetworkAndSignInPart),
  '/health': part(async () => (await import('./health-and-updates-part.tsx')).HealthAndUpdatesPart),
  '/advanced': part(async () => (await import('./advanced-part.tsx')).AdvancedPart),
};
