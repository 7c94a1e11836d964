import { defaultRules, type WorkspaceRules } from '../../shared/workspace-rules.ts';
import type { WorkspaceRulesStore } from './ports.ts';

/** One workspace's rules, read from the store once and then cached, as every send needs them. */
export class RulesCache {
  private readonly store: WorkspaceRulesStore;
  private readonly workspaceId: string;
  private cached: Promise<WorkspaceRules> | undefined;

  constructor(store: WorkspaceRulesStore, workspaceId: string) {
    this.store = store;
    this.workspaceId = workspaceId;
  }

  /** The current rules. Rejects if they cannot be read, and reads them again on the next call. */
  get(): Promise<WorkspaceRules> {
    this.cached ??= this.read().catch((error: unknown) => {
      this.cached = undefined;
      throw error;
    });
    return this.cached;
  }

  async save(rules: WorkspaceRules): Promise<void> {
    await this.store.save(this.workspaceId, rules);
    this.cached = Promise.resolve(rules);
  }

  private async read(): Promise<WorkspaceRules> {
    // Until a person chooses one, the default time zone is this computer's.
    return (
      (await this.store.get(this.workspaceId)) ??
      defaultRules(Intl.DateTimeFormat().resolvedOptions().timeZone)
    );
  }
}
