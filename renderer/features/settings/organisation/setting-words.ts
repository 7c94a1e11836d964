import type { Settings } from '../../../../shared/settings.ts';
import { formatNumber } from '../../../parts/text/count-of.ts';

/** The name of a setting that a policy may set, and its value in words. */
interface SettingWords {
  readonly name: string;
  readonly value: (settings: Settings) => string;
}

const yesOrNo = (yes: boolean): string => (yes ? 'Yes' : 'No');

const MODES = { off: 'Off', manual: 'When asked', automatic: 'Automatic' } as const;
const CHANNELS = { stable: 'Stable', beta: 'Beta' } as const;
const PROXIES = { system: 'This computer’s settings', manual: 'A proxy', none: 'None' } as const;
const DIGESTS = { off: 'Off', hourly: 'Every hour', daily: 'Once a day' } as const;

const WORDS: { readonly [Name in keyof Settings]?: SettingWords } = {
  weakStorageAllowed: {
    name: 'Store sign-in with weaker protection',
    value: ({ weakStorageAllowed }) => yesOrNo(weakStorageAllowed),
  },
  undoSeconds: {
    name: 'Undo window',
    value: ({ undoSeconds }) => (undoSeconds === 0 ? 'Off' : `${formatNumber(undoSeconds)} seconds`),
  },
  duplicateDays: {
    name: 'Duplicate check',
    value: ({ duplicateDays }) => `${formatNumber(duplicateDays)} days`,
  },
  queueConcurrency: {
    name: 'Submissions at a time',
    value: ({ queueConcurrency }) => formatNumber(queueConcurrency),
  },
  refreshesPerMinute: {
    name: 'Status checks per minute',
    value: ({ refreshesPerMinute }) => formatNumber(refreshesPerMinute),
  },
  retentionDays: {
    name: 'Erase finished requests',
    value: ({ retentionDays }) =>
      retentionDays === 0 ? 'Never' : `${formatNumber(retentionDays)} days after their last change`,
  },
  updateMode: { name: 'Updates', value: ({ updateMode }) => MODES[updateMode] },
  updateChannel: { name: 'Update channel', value: ({ updateChannel }) => CHANNELS[updateChannel] },
  proxyMode: { name: 'Proxy', value: ({ proxyMode }) => PROXIES[proxyMode] },
  proxyAddress: { name: 'Proxy address', value: ({ proxyAddress }) => proxyAddress || 'None' },
  proxyBypass: { name: 'No proxy for', value: ({ proxyBypass }) => proxyBypass || 'Nothing' },
  certificateFile: {
    name: 'Certificate file',
    value: ({ certificateFile }) => certificateFile ?? 'None',
  },
  notifyCompleted: {
    name: 'Notify about completed screenings',
    value: ({ notifyCompleted }) => yesOrNo(notifyCompleted),
  },
  notifyRejected: {
    name: 'Notify about refused submissions',
    value: ({ notifyRejected }) => yesOrNo(notifyRejected),
  },
  notifyDecisions: {
    name: 'Notify about decisions',
    value: ({ notifyDecisions }) => yesOrNo(notifyDecisions),
  },
  notifySignedOut: {
    name: 'Notify about ended sign-ins',
    value: ({ notifySignedOut }) => yesOrNo(notifySignedOut),
  },
  notificationNames: {
    name: 'Names in notifications',
    value: ({ notificationNames }) => yesOrNo(notificationNames),
  },
  quietHours: {
    name: 'Quiet hours',
    value: ({ quietHours: { enabled, from, until } }) => (enabled ? `${from}–${until}` : 'Off'),
  },
  digest: { name: 'Notification summary', value: ({ digest }) => DIGESTS[digest] },
  digestAt: { name: 'Daily digest at', value: ({ digestAt }) => digestAt },
};

/** Describes a setting; falls back to its key. */
export function settingWords(setting: keyof Settings, settings: Settings): { name: string; value: string } {
  const words = WORDS[setting];
  return words ? { name: words.name, value: words.value(settings) } : { name: setting, value: '' };
}
