import { isDeepStrictEqual } from 'node:util';
import { CodedError } from '../../shared/result.ts';
import { type Settings, type SettingsChange, settings } from '../../shared/settings.ts';

/** What a policy does to settings; it lies over what is stored, which stays for the day it goes. */
export interface SettingsOverlay {
  /** The values that settings have, whatever is stored. */
  readonly values: SettingsChange;
  /** The settings that cannot be changed; those without a value stay as they are stored. */
  readonly fixed: ReadonlySet<keyof Settings>;
}

export const NOTHING_FIXED: SettingsOverlay = { values: {}, fixed: new Set() };

/** The settings as they hold. */
export function overlaid(stored: Settings, { values }: SettingsOverlay): Settings {
  // Settings are read before every send.
  if (Object.keys(values).length === 0) return stored;
  return settings.parse({ ...stored, ...withoutUndefined(values) });
}

/**
 * What is stored after a change. Throws a CodedError `setting_set_by_organisation` where it would change a fixed setting;
 * one that is given as it holds anyway is let alone: that is the policy's word, not the person's.
 */
export function changed(stored: Settings, changes: SettingsChange, overlay: SettingsOverlay): Settings {
  const holding = new Map(Object.entries(overlaid(stored, overlay)));
  const fixed: ReadonlySet<string> = overlay.fixed;
  const wanted = Object.entries(withoutUndefined(changes));
  if (wanted.some(([name, value]) => fixed.has(name) && !isDeepStrictEqual(value, holding.get(name)))) {
    throw new CodedError('setting_set_by_organisation');
  }
  return settings.parse({ ...stored, ...Object.fromEntries(wanted.filter(([name]) => !fixed.has(name))) });
}

function withoutUndefined(changes: SettingsChange): Record<string, unknown> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
