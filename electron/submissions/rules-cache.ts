import { defaultRules, type WorkspaceRules } from '../../shared/workspace-rules.ts';
import type { WorkspaceRulesStore } from './ports.ts';

/** The rules of one workspace: read from the store once, then kept in memory, for they are asked for at every send. */
export class RulesCache {
  private readonly store: WorkspaceRulesStore;
  private readonly workspaceId: string;
  private kept: Promise<WorkspaceRules> | undefined;

  constructor(store: WorkspaceRulesStore, workspaceId: string) {
    this.store = store;
    this.workspaceId = workspaceId;
  }

  /** The rules that hold now. Rejects where they cannot be read, and reads anew when asked again. */
  get(): Promise<WorkspaceRules> {
    this.kept ??= this.read().catch((error: unknown) => {
      this.kept = undefined;
      throw error;
    });
    return this.kept;
  }

  async save(rules: WorkspaceRules): Promise<void> {
    await this.store.save(this.workspaceId, rules);
    this.kept = Promise.resolve(rules);
  }

  private async read(): Promise<WorkspaceRules> {
    // Until a workspace names another, its default time zone is that of this computer.
    return (
      (await this.store.get(this.workspaceId)) ??
      defaultRules(Intl.DateTimeFormat().resolvedOptions().timeZone)
    );
  }
}
