/** A page of Settings, listed there and in the palette. */
interface SettingsPart {
  /** Appended to `/settings`; empty for the default page. */
  readonly path: string;
  readonly label: string;
  /** Further search terms for the palette. */
  readonly keywords: string;
}

/** The pages of Settings, in order. */
export const SETTINGS_PART_LIST = [
  { path: '', label: 'General', keywords: 'options configuration undo duplicates theme hours consent' },
  { path: '/workspaces', label: 'Workspaces', keywords: 'connections accounts addresses' },
  {
    path: '/notifications',
    label: 'Notifications',
    keywords: 'alerts quiet hours do not disturb digest summary badge sound names',
  },
  {
    path: '/window',
    label: 'Window and start',
    keywords: 'login autostart tray icon menu bar background close hide',
  },
  {
    path: '/network',
    label: 'Network',
    keywords: 'proxy PAC certificates authorities firewall connection test company',
  },
  {
    path: '/sign-in-check',
    label: 'Sign-in check',
    keywords: 'doctor browser link redirect loopback port clock trouble',
  },
  {
    path: '/privacy',
    label: 'Privacy',
    keywords: 'erase delete forget person candidate retention GDPR personal data receipt',
  },
  {
    path: '/backup',
    label: 'Backup',
    keywords: 'restore export copy save new computer passphrase move',
  },
  { path: '/updates', label: 'Updates', keywords: 'version upgrade release notes beta channel restart' },
  {
    path: '/organisation',
    label: 'Organisation',
    keywords: 'policy managed IT administrator locked set by company',
  },
  {
    path: '/health',
    label: 'Health',
    keywords: 'diagnostics support log database check space clock crash about version integrity',
  },
] as const satisfies readonly SettingsPart[];

export type SettingsPath = (typeof SETTINGS_PART_LIST)[number]['path'];
