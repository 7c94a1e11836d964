import { type WorkspaceRules, workspaceRules } from '../../../shared/workspace-rules.ts';
import { one, read, text, upsert, write } from '../operation.ts';
import { coveringOf } from '../requests/covering.ts';

export const rulesStore = {
  /** Undefined if nobody has set any. Throws for invalid rules, because they may forbid a call. */
  get: read((db, workspaceId: string): WorkspaceRules | undefined => {
    const row = one(db, 'SELECT rules FROM workspace_rules WHERE workspace_id = ?', workspaceId);
    return row && workspaceRules.parse(JSON.parse(text(row, 'rules')));
  }),

  /** Whether a verdict comes before the score. */
  coversResults: read((db, workspaceId: string): boolean => coveringOf(db, workspaceId) !== undefined),

  save: write((db, workspaceId: string, rules: WorkspaceRules): void => {
    upsert(db, 'workspace_rules', { workspace_id: workspaceId }, { rules: JSON.stringify(rules) });
  }),
};
