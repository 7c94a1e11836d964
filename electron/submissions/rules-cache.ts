import { defaultRules, type WorkspaceRules } from '../../shared/workspace-rules.ts';
import {
  NO_RULES_FIXED,
  type RulesOverlay,
  rulesToStore,
  withRulesOverlay,
} from '../policy/rules-overlay.ts';
import type { Stores } from '../storage/stores/index.ts';

/** One workspace's rules under the policy, read from the store once and then cached, as every send needs them. */
export class RulesCache {
  private readonly store: Pick<Stores['rules'], 'get' | 'save'>;
  private readonly workspaceId: string;
  private readonly overlay: () => RulesOverlay;
  private cached: Promise<WorkspaceRules> | undefined;

  /** `overlay`: what the organisation's policy sets, read on every access. */
  constructor(
    store: Pick<Stores['rules'], 'get' | 'save'>,
    workspaceId: string,
    overlay: () => RulesOverlay = () => NO_RULES_FIXED,
  ) {
    this.store = store;
    this.workspaceId = workspaceId;
    this.overlay = overlay;
  }

  /** The effective rules. Rejects if they cannot be read, and reads them again on the next call. */
  async get(): Promise<WorkspaceRules> {
    const stored = await this.stored();
    return withRulesOverlay(stored, this.overlay());
  }

  /** Gives the new effective rules. Rejects with a CodedError `setting_set_by_organisation`, with nothing changed. */
  async save(wanted: WorkspaceRules): Promise<WorkspaceRules> {
    const rules = rulesToStore(await this.stored(), wanted, this.overlay());
    await this.store.save(this.workspaceId, rules);
    this.cached = Promise.resolve(rules);
    return this.get();
  }

  private stored(): Promise<WorkspaceRules> {
    this.cached ??= this.read().catch((error: unknown) => {
      this.cached = undefined;
      throw error;
    });
    return this.cached;
  }

  private async read(): Promise<WorkspaceRules> {
    // Until a person chooses one, the default time zone is this computer's.
    return (
      (await this.store.get(this.workspaceId)) ??
      defaultRules(Intl.DateTimeFormat().resolvedOptions().timeZone)
    );
  }
}
