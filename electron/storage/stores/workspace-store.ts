import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../shared/evidence.ts';
import type { Workspace } from '../../../shared/workspace.ts';
import { type WorkspaceRules, workspaceRules } from '../../../shared/workspace-rules.ts';
import type { StoredWait, WaitLane } from '../../service/service-wait.ts';
import { all, change, insert, integer, one, type Row, read, text, upsert, write } from '../operation.ts';
import { coveringOf, markShownResults, setPolicyMode } from '../requests/covering.ts';
import { type PolicyMeaning, setPolicyMeaning } from '../requests/described-fields.ts';
import { appendEvidence } from './evidence-store.ts';

export const workspaceStore = {
  /** Workspaces that have not been removed, the oldest first. */
  list: read((db): Workspace[] =>
    all(db, 'SELECT * FROM workspaces WHERE removed_at IS NULL ORDER BY created_at, rowid').map(
      rowToWorkspace,
    ),
  ),

  /** Adds a workspace or changes its name and addresses. What its team has of another service is read from the beginning. */
  save: write((db, workspace: Workspace, now: number): void => {
    const sql = `UPDATE teams SET seen = 0 FROM workspaces WHERE id = workspace_id AND id = ? AND base_url <> ?`;
    if (change(db, sql, workspace.id, workspace.baseUrl) > 0)
      change(db, 'DELETE FROM team_claims WHERE workspace_id = ?', workspace.id);
    upsert(
      db,
      'workspaces',
      { id: workspace.id, kind: workspace.kind, created_at: now },
      {
        name: workspace.name,
        base_url: workspace.baseUrl,
        auth_url: workspace.authUrl,
        issuer: workspace.issuer,
        client_id: workspace.clientId,
        redirect_uri: workspace.redirectUri,
      },
    );
  }),

  /** Hides a workspace and deletes its secrets; its history stays in the database. */
  remove: write((db, workspaceId: string, now: number): void => {
    change(db, 'UPDATE workspaces SET removed_at = ? WHERE id = ?', now, workspaceId);
    change(db, 'DELETE FROM secrets WHERE workspace_id = ?', workspaceId);
  }),
};

export const secretStore = {
  ...sealedValues('secrets', 'workspace_id'),

  /** Whether a value is stored under a name, whether it can be decrypted or not. */
  exists: read((db, workspaceId: string, name: string): boolean =>
    Boolean(one(db, 'SELECT 1 FROM secrets WHERE workspace_id = ? AND name = ?', workspaceId, name)),
  ),
};

function rowToWorkspace(row: Row): Workspace {
  return {
    id: text(row, 'id'),
    name: text(row, 'name'),
    kind: row['kind'] === 'practice' ? 'practice' : 'service',
    baseUrl: text(row, 'base_url'),
    authUrl: text(row, 'auth_url'),
    issuer: text(row, 'issuer'),
    clientId: text(row, 'client_id'),
    redirectUri: text(row, 'redirect_uri'),
  };
}

/** Encrypted values by name, which belong to a workspace, to a proxy (`host:port`) or to a part of the app. */
export function sealedValues(
  table: 'secrets' | 'proxy_secrets' | 'app_secrets',
  owner: 'workspace_id' | 'proxy' | 'part',
) {
  return {
    /** The values of a name, the newest first. */
    list: read((db, ownerId: string, name: string): { id: number; sealed: Uint8Array }[] =>
      all(
        db,
        `SELECT id, sealed FROM ${table} WHERE ${owner} = ? AND name = ? ORDER BY id DESC`,
        ownerId,
        name,
      ).map(rowToSealed),
    ),

    /** Stores a value and deletes those it replaces; other values of its name, which can't be decrypted, stay. */
    save: write(
      (db, ownerId: string, name: string, sealed: Uint8Array, replaces: readonly number[]): void => {
        for (const id of replaces) change(db, `DELETE FROM ${table} WHERE id = ?`, id);
        insert(db, table, { [owner]: ownerId, name, sealed, created_at: Date.now() });
      },
    ),

    remove: write((db, ids: readonly number[]): void => {
      for (const id of ids) change(db, `DELETE FROM ${table} WHERE id = ?`, id);
    }),
  };
}

function rowToSealed({ id, sealed }: Row): { id: number; sealed: Uint8Array } {
  if (typeof id !== 'number' || !(sealed instanceof Uint8Array)) {
    throw new TypeError('A sealed value is malformed.');
  }
  return { id, sealed };
}

export const proxySecretStore = {
  ...sealedValues('proxy_secrets', 'proxy'),

  /** The proxies with stored values, whether those can be decrypted or not. */
  proxies: read((db): string[] =>
    all(db, 'SELECT DISTINCT proxy FROM proxy_secrets ORDER BY proxy').map((row) => text(row, 'proxy')),
  ),
};

export const serviceWaitStore = {
  get: read((db, workspaceId: string, lane: WaitLane): StoredWait | undefined => {
    const sql = 'SELECT asked_at, until FROM service_waits WHERE workspace_id = ? AND lane = ?';
    const row = one(db, sql, workspaceId, lane);
    return row && { askedAt: integer(row, 'asked_at'), until: integer(row, 'until') };
  }),

  keep: write((db, workspaceId: string, lane: WaitLane, { askedAt, until }: StoredWait): void => {
    upsert(db, 'service_waits', { workspace_id: workspaceId, lane }, { asked_at: askedAt, until });
  }),
};

export const connectionReuseStore = {
  get: read((db, origin: string): number | undefined => {
    const row = one(db, 'SELECT learned_at FROM connection_reuse WHERE origin = ?', origin);
    return row && integer(row, 'learned_at');
  }),

  keep: write((db, origin: string, learnedAt: number): void => {
    upsert(db, 'connection_reuse', { origin }, { learned_at: learnedAt });
  }),
};

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
