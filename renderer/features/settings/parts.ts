import { type ComponentType, lazy } from 'react';
import type { SettingsPath } from '../../routes/settings-parts.ts';
import { GeneralPart } from './general-part.tsx';

/** The component of each part of Settings; all but the first load on demand. */
export const SETTINGS_PARTS: Readonly<Record<SettingsPath, ComponentType>> = {
  '': GeneralPart,
  '/workspaces': lazy(async () => ({
    default: (await import('./workspaces/workspaces-part.tsx')).WorkspacesPart,
  })),
  '/notifications': lazy(async () => ({
    default: (await import('./notifications/notifications-part.tsx')).NotificationsPart,
  })),
  '/window': lazy(async () => ({
    default: (await import('./window/window-part.tsx')).WindowPart,
  })),
  '/network': lazy(async () => ({
    default: (await import('./network/network-part.tsx')).NetworkPart,
  })),
  '/sign-in-check': lazy(async () => ({
    default: (await import('./sign-in-check/sign-in-check-part.tsx')).SignInCheckPart,
  })),
  '/privacy': lazy(async () => ({
    default: (await import('./privacy/privacy-part.tsx')).PrivacyPart,
  })),
  '/backup': lazy(async () => ({
    default: (await import('./backup/backup-part.tsx')).BackupPart,
  })),
  '/updates': lazy(async () => ({
    default: (await import('./updates/updates-part.tsx')).UpdatesPart,
  })),
  '/organisation': lazy(async () => ({
    default: (await import('./organisation/organisation-part.tsx')).OrganisationPart,
  })),
  '/health': lazy(async () => ({
    default: (await import('./health/health-part.tsx')).HealthPart,
  })),
};
