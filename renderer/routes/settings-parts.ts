import { PART_WORDS } from '../../shared/words/rule-words.ts';
import { RULE_PARTS } from '../../shared/workspace-rules.ts';
import { sectionPath } from './paths.ts';

/** A page of Settings, listed there and in the palette. */
interface SettingsPart {
  /** Appended to `/settings`; empty for the default page. */
  readonly path: string;
  readonly label: string;
  /** What nobody would look for under that label. */
  readonly hint?: string;
  /** Whom it is for: the person, or who looks after Callboard for them. */
  readonly group: 'For me' | 'Administration';
  /** Its first heading. */
  readonly heading: string;
  /** Further search terms for the palette. */
  readonly keywords: string;
}

/** The pages of Settings, in order. */
export const SETTINGS_PART_LIST = [
  {
    path: '',
    label: 'General',
    group: 'For me',
    heading: 'Preferences',
    keywords: 'options configuration undo duplicates theme window start',
  },
  {
    path: '/notifications',
    label: 'Notifications',
    group: 'For me',
    heading: 'Notify about',
    keywords: 'alerts quiet hours focus mode do not disturb badge sound names',
  },
  {
    path: '/country',
    label: 'Default country',
    group: 'For me',
    ...PART_WORDS.defaultCountry,
  },
  {
    path: '/backup',
    label: 'Backup',
    group: 'For me',
    heading: 'Backup',
    keywords: 'restore export copy save new computer passphrase move',
  },
  {
    path: '/workspaces',
    label: 'Calling rules',
    hint: 'Workspaces',
    group: 'Administration',
    heading: 'Workspaces',
    keywords: 'connections accounts addresses hours consent country rules',
  },
  {
    path: '/team',
    label: 'Team',
    group: 'Administration',
    heading: 'Team',
    keywords: 'colleagues PostgreSQL database shared history together join leave claims connection',
  },
  {
    path: '/do-not-call',
    label: 'Do not call',
    group: 'Administration',
    heading: 'Do not call',
    keywords:
      'block blocklist blacklist suppression opt out unsubscribe don’t numbers never phone call me again stop calling lift unblock allow DNC',
  },
  {
    path: '/privacy',
    label: 'Privacy',
    hint: 'Legal holds, erasure',
    group: 'Administration',
    heading: 'How long data is kept',
    keywords: 'retention delete old keep storage period GDPR personal data receipt',
  },
  {
    path: '/network',
    label: 'Network',
    hint: 'Connection check',
    group: 'Administration',
    heading: 'Connection check',
    keywords: 'proxy PAC certificates authorities firewall connection test company sign-in doctor',
  },
  {
    path: '/health',
    label: 'Health',
    hint: 'Updates, organisation',
    group: 'Administration',
    heading: 'Health',
    keywords: 'diagnostics support log database check space clock crash about version integrity policy',
  },
  {
    path: '/evidence',
    label: 'Evidence',
    group: 'Administration',
    heading: 'Evidence',
    keywords: 'audit log proof tamper chain hash head record verify export',
  },
] as const satisfies readonly SettingsPart[];

export type SettingsPath = (typeof SETTINGS_PART_LIST)[number]['path'];

/** The rules of a workspace on the page of that name, in order. */
export const CALLING_RULES = RULE_PARTS.filter(
  (rule) => rule !== 'defaultCountry' && rule !== 'teamUnreachable',
);

/** A section of a page of Settings that people search for by name. */
interface SettingsSection {
  readonly part: SettingsPath;
  /** The section's heading. */
  readonly heading: string;
  readonly keywords: string;
  /** Where links from the menu and elsewhere lead that know it as a page of its own, without `/settings`. */
  readonly alias?: string;
}

/** Sections that the palette lists beside the pages. */
export const SETTINGS_SECTIONS: readonly SettingsSection[] = [
  { part: '', heading: 'Preferences', keywords: 'theme undo duplicates shortcuts' },
  {
    part: '',
    heading: 'Window and start',
    keywords: 'login autostart tray icon menu bar background close hide',
    alias: '/window',
  },
  ...CALLING_RULES.map((rule) => ({ part: '/workspaces', ...PART_WORDS[rule] }) as const),
  {
    part: '/privacy',
    heading: 'Save or erase a person’s data',
    keywords:
      'delete forget candidate right to be forgotten rights GDPR DSAR data subject access request what we hold is held about',
  },
  {
    part: '/privacy',
    heading: 'Legal holds',
    keywords: 'hold keep preserve freeze litigation lawsuit dispute audit claim retention release',
  },
  { part: '/backup', heading: 'Automatic backups', keywords: 'daily schedule folder passphrase' },
  {
    part: '/network',
    heading: 'Connection check',
    keywords: 'sign-in doctor test DNS TLS browser link redirect loopback port clock trouble',
    alias: '/connection-check',
  },
  { part: '/network', heading: 'Proxy', keywords: 'PAC server address bypass' },
  {
    part: '/network',
    heading: 'Advanced',
    keywords:
      'pace speed concurrency submissions at a time status checks per minute budget weaker protection',
    alias: '/advanced',
  },
  {
    part: '/health',
    heading: 'Updates',
    keywords: 'version upgrade release notes beta channel restart',
    alias: '/updates',
  },
  {
    part: '/health',
    heading: 'Organisation',
    keywords: 'policy managed IT administrator locked set by company',
    alias: '/organisation',
  },
];

/** The path of a section's page, scrolled to the section. */
export function settingsSectionPath({ part, heading }: SettingsSection): string {
  return sectionPath(`/settings${part}`, heading);
}

/** Where `/settings` followed by an alias leads; null if it is none. */
export function aliasedSettingsPath(path: string): string | null {
  const section = SETTINGS_SECTIONS.find(({ alias }) => alias === path);
  return section ? settingsSectionPath(section) : null;
}

/** The settings of one workspace. */
export function workspaceSettingsPath(workspaceId: string): string {
  return `/settings/workspaces/${encodeURIComponent(workspaceId)}`;
}
