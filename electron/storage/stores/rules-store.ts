import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../shared/evidence.ts';
import { type WorkspaceRules, workspaceRules } from '../../../shared/workspace-rules.ts';
import { appendEvidence } from '../evidence/append-evidence.ts';
import { one, read, text, upsert, write } from '../operation.ts';
import { coveringOf, markShownResults, setPolicyMode } from '../requests/covering.ts';
import { type PolicyMeaning, setPolicyMeaning } from '../requests/policy-meaning.ts';

export const rulesStore = {
  /** Undefined if nobody has set any. Throws for invalid rules, because they may forbid a call. */
  get: read((db, workspaceId: string): WorkspaceRules | undefined => {
    const row = one(db, 'SELECT rules FROM workspace_rules WHERE workspace_id = ?', workspaceId);
    return row && workspaceRules.parse(JSON.parse(text(row, 'rules')));
  }),

  /** Whether a verdict comes before the score. */
  coversResults: read((db, workspaceId: string): boolean => coveringOf(db, workspaceId) !== undefined),

  /**
   * Holds every workspace to what the organisation's policy says, until the storage is closed; null: to its own rule. Not a
   * write: nothing of it goes into the database.
   */
  setPolicyMode: read((db, mode: boolean | null): void => setPolicyMode(db, mode)),

  /** The same for what questionnaires' results mean, in place of every workspace's Library; `libraryStore.applyPolicy` follows. */
  setPolicyMeaning: read((db, meaning: PolicyMeaning): void => setPolicyMeaning(db, meaning)),

  /** `at`: UTC ms. */
  save: write((db, workspaceId: string, rules: WorkspaceRules, at: number = Date.now()): void => {
    const stored = JSON.stringify(rules);
    upsert(db, 'workspace_rules', { workspace_id: workspaceId }, { rules: stored });
    markShownResults(db, workspaceId);
    appendEvidence(db, {
      kind: 'rules_changed',
      at,
      facts: {
        workspace: workspaceId,
        rules: createHash('sha256')
          .update(canonicalJson(JSON.parse(stored)))
          .digest('hex'),
        callingHours: rules.callingHours.enabled,
        noticeDays: rules.notice.asked ? rules.notice.days : null,
        noticeRequired: rules.notice.asked && rules.notice.required,
        consentAsked: rules.consent.asked,
        consentRequired: rules.consent.asked && rules.consent.required,
        verdictFirst: rules.verdictFirst,
      },
    });
  }),
};
