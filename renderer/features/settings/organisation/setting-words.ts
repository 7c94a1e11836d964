import type { Settings } from '../../../../shared/settings.ts';
import { formatNumber } from '../../../parts/text/count-of.ts';

type SettingWords = {
  /** The name of a setting that a policy may set, and a function that describes its value. */
  readonly [Name in keyof Settings]?: readonly [name: string, valueWords: (value: Settings[Name]) => string];
};

const yesOrNo = (yes: boolean): string => (yes ? 'Yes' : 'No');
const orNone = (text: string | null): string => text || 'None';

const MODES = { off: 'Off', manual: 'When I ask', automatic: 'Automatic' } as const;
const CHANNELS = { stable: 'Stable', beta: 'Beta' } as const;
const PROXIES = { system: 'This computer’s settings', manual: 'A proxy', none: 'None' } as const;
const NAMES = { never: 'Never', unlocked: 'While unlocked', always: 'Always' } as const;
const DIGESTS = { off: 'Off', hourly: 'Every hour', daily: 'Once a day' } as const;

const WORDS: SettingWords = {
  weakStorageAllowed: ['Store sign-in with weaker protection', yesOrNo],
  undoSeconds: ['Undo window', (seconds) => (seconds === 0 ? 'Off' : `${formatNumber(seconds)} seconds`)],
  duplicateDays: ['Duplicate check', (days) => `${formatNumber(days)} days`],
  queueConcurrency: ['Submissions at a time', formatNumber],
  refreshesPerMinute: ['Status checks per minute', formatNumber],
  retentionDays: [
    'Erase finished requests',
    (days) => (days === 0 ? 'Never' : `${formatNumber(days)} days after their last change`),
  ],
  updateMode: ['Updates', (mode) => MODES[mode]],
  updateChannel: ['Update channel', (channel) => CHANNELS[channel]],
  proxyMode: ['Proxy', (mode) => PROXIES[mode]],
  proxyAddress: ['Proxy address', orNone],
  proxyBypass: ['No proxy for', (bypass) => bypass || 'Nothing'],
  certificateFile: ['Certificate file', orNone],
  notifyCompleted: ['Notify about completed screenings', yesOrNo],
  notifyRejected: ['Notify about refused submissions', yesOrNo],
  notifyDecisions: ['Notify about decisions', yesOrNo],
  notifySignedOut: ['Notify about ended sign-ins', yesOrNo],
  notificationNames: ['Names in notifications', (when) => NAMES[when]],
  quietHours: ['Quiet hours', ({ enabled, from, until }) => (enabled ? `${from}–${until}` : 'Off')],
  digest: ['Notification summary', (digest) => DIGESTS[digest]],
  digestAt: ['Daily summary at', (time) => time],
};

/** Describes a setting; falls back to its key. */
export function settingWords<Name extends keyof Settings>(
  setting: Name,
  settings: Settings,
): { name: string; value: string } {
  const [name, valueWords] = WORDS[setting] ?? [setting, () => ''];
  return { name, value: valueWords(settings[setting]) };
}
