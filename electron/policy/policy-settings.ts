import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type RetentionBounds, withinBounds } from '../../shared/privacy.ts';
import { CodedError, fail } from '../../shared/result.ts';
import {
  SETTING_NAMES,
  type Setting,
  type SettingName,
  type Settings,
  type SettingsChange,
  settingOf,
  settings,
} from '../../shared/settings.ts';

export type PolicySetting = NonNullable<Setting['policy']> & { readonly setting: SettingName };

/** The settings an organisation can fix, in the order of the documentation. */
export const POLICY_SETTINGS: readonly PolicySetting[] = SETTING_NAMES.flatMap((setting) => {
  const { policy } = settingOf(setting);
  return policy ? [{ ...policy, setting }] : [];
});

/** The schema of a setting's value in a policy; null is not allowed. */
export function valueSchema({ setting, about }: PolicySetting): z.ZodType {
  const { schema } = settingOf(setting);
  const strict = schema instanceof z.ZodNullable ? z.string().min(1).max(1000) : schema;
  return strict.optional().describe(about);
}

/** A policy's effect on settings. Stored settings are kept underneath, for when the policy is removed. */
export interface SettingsOverlay {
  /** Values that override stored settings. */
  readonly values: SettingsChange;
  /** Settings that can't be changed; those without a value keep the stored one. */
  readonly fixed: ReadonlySet<keyof Settings>;
  /** Between which the retention is drawn, where it isn't fixed. */
  readonly retention?: RetentionBounds;
  /** What the policy says about the duplicates' window can't be told: that of the last policies still holds. */
  readonly duplicateDaysUnclear?: boolean;
}

export const NOTHING_FIXED: SettingsOverlay = { values: {}, fixed: new Set() };

export function withOverlay(stored: Settings, overlay: SettingsOverlay): Settings {
  const { values } = overlay;
  const retentionDays = boundRetention(stored.retentionDays, overlay);
  const duplicateDays = duplicateDaysToRemember(overlay, stored.lastPolicy.duplicateDays);
  // Fast path: settings are read before every send.
  if (Object.keys(values).length === 0 && retentionDays === stored.retentionDays && duplicateDays === null)
    return stored;
  const last = duplicateDays !== null && { duplicateDays };
  return settings.parse({ ...stored, retentionDays, ...last, ...withoutUndefined(values) });
}

/** The duplicates' window of this policy; where it can't be told, that of earlier ones; null if none set it. */
export function duplicateDaysToRemember(
  { values, duplicateDaysUnclear }: SettingsOverlay,
  last: number | null,
): number | null {
  return values.duplicateDays ?? (duplicateDaysUnclear ? last : null);
}

function boundRetention(days: number, { retention, fixed }: SettingsOverlay): number {
  return retention === undefined || fixed.has('retentionDays') ? days : withinBounds(days, retention);
}

/**
 * The settings to store after a change. Throws a CodedError `setting_set_by_organisation` if it would change a fixed
 * setting, `retention_out_of_bounds` for a retention outside of the policy's bounds. A fixed setting's current value is accepted but not stored: it is the policy's, not the person's.
 */
export function withChanges(stored: Settings, changes: SettingsChange, overlay: SettingsOverlay): Settings {
  const effective = new Map(Object.entries(withOverlay(stored, overlay)));
  const fixed: ReadonlySet<string> = overlay.fixed;
  const wanted = Object.entries(withoutUndefined(changes));
  if (wanted.some(([name, value]) => fixed.has(name) && !isDeepStrictEqual(value, effective.get(name)))) {
    throw new CodedError('setting_set_by_organisation');
  }
  const { retentionDays } = changes;
  if (
    retentionDays !== undefined &&
    overlay.retention &&
    boundRetention(retentionDays, overlay) !== retentionDays
  ) {
    const { atLeastDays, atMostDays } = overlay.retention;
    throw new CodedError(fail('retention_out_of_bounds', { atLeastDays, atMostDays }));
  }
  return settings.parse({ ...stored, ...Object.fromEntries(wanted.filter(([name]) => !fixed.has(name))) });
}

function withoutUndefined(changes: SettingsChange): Record<string, unknown> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
