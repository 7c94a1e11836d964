import { editableSettings, type Settings, type SettingsChange, settings } from '../../shared/settings.ts';

/** Personal choices that also apply on another computer, unlike those about this one, such as its key store. */
const KEPT = [
  'queueConcurrency',
  'refreshesPerMinute',
  'undoSeconds',
  'duplicateDays',
  'colorScheme',
  'singleKeyShortcuts',
] as const satisfies readonly (keyof Settings)[];

/** The settings that go into a backup. */
export function settingsToKeep(all: Settings): Readonly<Record<string, unknown>> {
  const kept = Object.fromEntries(KEPT.map((name) => [name, all[name]]));
  return { ...kept, gridLayouts: all.gridLayouts };
}

export interface SettingsMerge {
  readonly here: Settings;
  /** Settings that the organisation's policy fixes. */
  readonly fixed: readonly (keyof Settings)[];
  readonly backedUp: Readonly<Record<string, unknown>>;
  readonly workspaces: readonly { readonly backedUp: string; readonly here: string }[];
  /** Whether there was no workspace before; only then are the person's choices restored. */
  readonly fresh: boolean;
}

/** The settings that a restore changes: choices only if `fresh`, and column layouts only where there are none. */
export function restoredSettings({
  here,
  fixed,
  backedUp,
  workspaces,
  fresh,
}: SettingsMerge): SettingsChange {
  const wanted = KEPT.filter((name) => !fixed.includes(name) && backedUp[name] !== undefined);
  const fitting = wanted.flatMap((name) => {
    const parsed = editableSettings.safeParse({ [name]: backedUp[name] });
    return parsed.success ? [parsed.data] : [];
  });
  const layouts = settings.shape.gridLayouts.safeParse(backedUp['gridLayouts']).data ?? {};
  const arranged = workspaces.flatMap(({ backedUp: id, here: joined }) => {
    const layout = layouts[id];
    return layout && !here.gridLayouts[joined] ? [[joined, layout] as const] : [];
  });
  return {
    ...(fresh ? Object.assign({}, ...fitting) : {}),
    gridLayouts: { ...here.gridLayouts, ...Object.fromEntries(arranged) },
  };
}
