import { type ComponentType, lazy } from 'react';
import type { SettingsPath } from '../../routes/settings-parts.ts';
import { GeneralPart } from './general-part.tsx';

const part = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }));

/** The component of each part of Settings; all but the first load on demand. */
export const SETTINGS_PARTS: Readonly<Record<SettingsPath, ComponentType>> = {
  '': GeneralPart,
  '/workspaces': part(async () => (await import('./workspaces/workspaces-part.tsx')).WorkspacesPart),
  '/notifications': part(
    async () => (await import('./notifications/notifications-part.tsx')).NotificationsPart,
  ),
  '/window': part(async () => (await import('./window/window-part.tsx')).WindowPart),
  '/network': part(async () => (await import('./network/network-part.tsx')).NetworkPart),
  '/sign-in-check': part(
    async () => (await import('./sign-in-check/sign-in-check-part.tsx')).SignInCheckPart,
  ),
  '/privacy': part(async () => (await import('./privacy/privacy-part.tsx')).PrivacyPart),
  '/backup': part(async () => (await import('./backup/backup-part.tsx')).BackupPart),
  '/updates': part(async () => (await import('./updates/updates-part.tsx')).UpdatesPart),
  '/organisation': part(async () => (await import('./organisation/organisation-part.tsx')).OrganisationPart),
  '/health': part(async () => (await import('./health/health-part.tsx')).HealthPart),
};
