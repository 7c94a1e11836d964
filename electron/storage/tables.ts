/**
 * What a column of text or bytes may hold of a candidate, and how erasing one takes it out. Columns of numbers aren't named.
 *
 * - `never`: nothing. Ids of others, codes, settings, secrets, hashes, and the names of accounts and workspaces.
 * - `own`: it is about the person to whom the row belongs, and goes as the table's `erased` says.
 * - `text`, `json`, `coded`: a row about somebody else may mention the person. The mention is replaced in a plain text, in
 *   the strings of JSON, or in these except for codes (`CODES`).
 * - `special`: the same, but more than the text changes: `erasure/mentions.ts` says what.
 */
type PersonalData = 'never' | 'own' | 'text' | 'json' | 'coded' | 'special';

export interface Table {
  /**
   * Whether backups have it, and what a restore does: `copied` row by row, or `joined` with what this computer has
   * (`backup/restore.ts`). Left out: secrets are sealed for this computer; waits, notices, connection data, receipts, the
   * folder's identity and the policy's list and descriptions concern only it; the schema fills the verdicts, the outcomes
   * and the counts; a restore rebuilds the search index and reads the results again.
   */
  readonly backup: 'copied' | 'joined' | 'left_out';
  /**
   * What a person's starting over, and a restore before it copies, do with the rows: what belongs to the computer and not to
   * its content `stays`; some go only `with_workspace`; `apart`: `backup/start-over.ts` has a statement of its own.
   */
  readonly startOver: 'emptied' | 'stays' | 'with_workspace' | 'apart';
  /**
   * What erasing a person does with the rows that are about them: they go `with_submission` (by a cascade of the schema, or
   * `erasure/erasure-steps.ts`), if a person chose them (`chosen`), or at the end of the erasure (`when_done`).
   */
  readonly erased?: 'with_submission' | 'chosen' | 'when_done';
  readonly columns: Readonly<Record<string, PersonalData>>;
}

/** What people work with. */
const CONTENT = { backup: 'copied', startOver: 'emptied' } as const;
/** The same, of one submission. */
const OF_SUBMISSIONS = { ...CONTENT, erased: 'with_submission' } as const;
/** What concerns a workspace on this computer. */
const OF_WORKSPACE = { backup: 'left_out', startOver: 'with_workspace' } as const;
/** What concerns this computer, or is the schema's own. */
const OF_COMPUTER = { backup: 'left_out', startOver: 'stays' } as const;

/**
 * All tables: what backups, starting over and erasing a person do with them. A test compares it with the schema, and looks
 * for a person in each column after they were erased.
 */
export const TABLES: Readonly<Record<string, Table>> = {
  workspaces: {
    backup: 'copied',
    startOver: 'apart',
    columns: {
      ...{ id: 'never', name: 'never', kind: 'never', base_url: 'never', auth_url: 'never' },
      ...{ issuer: 'never', client_id: 'never', redirect_uri: 'never' },
    },
  },
  workspace_rules: { ...CONTENT, columns: { workspace_id: 'never', rules: 'never' } },
  do_not_call_keys: { backup: 'joined', startOver: 'stays', columns: { id: 'never' } },
  do_not_call: {
    backup: 'joined',
    startOver: 'stays',
    erased: 'chosen',
    columns: {
      ...{ id: 'never', source: 'never', number: 'own', hash: 'never', key_id: 'never', reason: 'text' },
      ...{ added_by: 'never', lifted_by: 'never', lifted_reason: 'text', policy_list: 'never' },
      team: 'never',
    },
  },
  submissions: {
    ...OF_SUBMISSIONS,
    columns: {
      ...{ id: 'own', workspace_id: 'never', state: 'never', candidate_name: 'own', name_words: 'own' },
      ...{ phone_number: 'own', resume_url: 'own', job_description_id: 'never' },
      ...{ questionnaire_template_id: 'never', not_before_time_zone: 'own', time_zone: 'own' },
      ...{ hold_time_zone: 'own', hold_holiday: 'own', hold_question: 'own', hold_answer: 'own' },
      ...{ hours_in_force: 'own', after_edit: 'never', consent_wording: 'own', notice_on: 'own' },
      ...{ problem: 'coded', cause: 'own', request_id: 'own', previous_submission_id: 'own' },
    },
  },
  holds: {
    backup: 'copied',
    startOver: 'emptied',
    erased: 'chosen',
    columns: {
      ...{ id: 'never', number: 'own', name: 'own', reason: 'text', placed_by: 'never', team: 'never' },
    },
  },
  facets: {
    ...CONTENT,
    columns: {
      ...{ workspace_id: 'never', kind: 'never', value: 'special', name: 'special', sort_key: 'special' },
      words: 'special',
    },
  },
  requests: {
    ...OF_SUBMISSIONS,
    columns: {
      ...{ workspace_id: 'never', request_id: 'own', status: 'never', call_status: 'never' },
      ...{ job_description_id: 'never', questionnaire_template_id: 'never', verdict: 'never' },
      ...{ name_key: 'own', headline: 'own', headline_key: 'own', problem: 'coded' },
      ...{ colleague: 'never', team_has: 'never' },
    },
  },
  // What the service said about somebody else stays as it came, even if it names the person.
  answers: { ...OF_SUBMISSIONS, columns: { answer: 'own' } },
  notes: { ...OF_SUBMISSIONS, columns: { text: 'text' } },
  first_verdicts: { ...OF_SUBMISSIONS, columns: { verdict: 'never', given_by: 'never' } },
  request_tags: { ...OF_SUBMISSIONS, columns: { workspace_id: 'never', tag: 'special' } },
  screening_calls: { ...OF_SUBMISSIONS, columns: { status: 'own' } },
  pins: {
    ...CONTENT,
    columns: { workspace_id: 'never', path: 'special', label: 'special', kind: 'never', state: 'never' },
  },
  views: {
    ...CONTENT,
    columns: {
      ...{ id: 'never', workspace_id: 'never', name: 'special', filter: 'special', sort: 'special' },
    },
  },
  history: { ...OF_SUBMISSIONS, columns: { code: 'never', values_json: 'coded', colleague: 'never' } },
  evidence_chains: { backup: 'joined', startOver: 'stays', columns: { id: 'never', hash: 'never' } },
  evidence_facts: { backup: 'joined', startOver: 'stays', columns: { kind: 'never', facts: 'never' } },
  evidence_subjects: { backup: 'joined', startOver: 'stays', columns: { hash: 'never' } },
  evidence: { backup: 'joined', startOver: 'stays', columns: { content: 'never', hash: 'never' } },
  evidence_salts: {
    backup: 'joined',
    startOver: 'emptied',
    erased: 'with_submission',
    columns: { salt: 'own' },
  },
  library: {
    ...CONTENT,
    columns: {
      ...{ workspace_id: 'never', kind: 'never', service_id: 'never', name: 'text', note: 'text' },
      ...{ default_questionnaire_id: 'never', fields: 'special' },
    },
  },
  imports: {
    ...CONTENT,
    columns: {
      ...{ id: 'never', workspace_id: 'never', name: 'special', digest: 'never', headers: 'json' },
      kept: 'never',
    },
  },
  import_rows: {
    backup: 'copied',
    startOver: 'emptied',
    erased: 'chosen',
    columns: { import_id: 'never', cells: 'special', problems: 'coded', submission_id: 'own' },
  },
  import_columns: {
    ...CONTENT,
    columns: { workspace_id: 'never', header_key: 'special', columns: 'special' },
  },
  secrets: { ...OF_WORKSPACE, columns: { workspace_id: 'never', name: 'never', sealed: 'never' } },
  proxy_secrets: { ...OF_COMPUTER, columns: { proxy: 'never', name: 'never', sealed: 'never' } },
  app_secrets: { ...OF_COMPUTER, columns: { part: 'never', name: 'never', sealed: 'never' } },
  do_not_call_policy: { ...OF_COMPUTER, columns: { list: 'never', digest: 'never', file: 'never' } },
  policy_descriptions: {
    ...OF_WORKSPACE,
    columns: { workspace_id: 'never', digest: 'never', described: 'never' },
  },
  service_waits: { ...OF_WORKSPACE, columns: { workspace_id: 'never', lane: 'never' } },
  results_to_read: { backup: 'left_out', startOver: 'emptied', columns: { workspace_id: 'never' } },
  connection_reuse: { ...OF_COMPUTER, columns: { origin: 'never' } },
  notices: {
    backup: 'left_out',
    startOver: 'emptied',
    erased: 'with_submission',
    columns: { workspace_id: 'never', kind: 'never', submission_id: 'own' },
  },
  erasures: {
    backup: 'left_out',
    startOver: 'with_workspace',
    erased: 'when_done',
    columns: {
      ...{ id: 'never', kind: 'never', workspace_id: 'never', stage: 'never', subject: 'own' },
      holds: 'never',
    },
  },
  erasure_items: {
    backup: 'left_out',
    startOver: 'emptied',
    erased: 'when_done',
    columns: { erasure: 'never', request_id: 'own', submission_id: 'own', workspace_id: 'never' },
  },
  erasure_teams: { ...OF_WORKSPACE, columns: { erasure: 'never', workspace_id: 'never' } },
  erasure_import_rows: {
    backup: 'left_out',
    startOver: 'emptied',
    erased: 'when_done',
    columns: { erasure: 'never', import_id: 'never' },
  },
  // What is restored is another computer of the team (`backup/restore.ts`), and sends nothing before it signed in to it.
  teams: {
    backup: 'copied',
    startOver: 'with_workspace',
    columns: {
      ...{ workspace_id: 'never', connection: 'never', computer_id: 'never', generation: 'never' },
      ...{ hash_key: 'never', log_token: 'never', told_generation: 'never' },
    },
  },
  team_colleagues: { ...CONTENT, columns: { workspace_id: 'never', login: 'never', person: 'never' } },
  team_claims: {
    backup: 'left_out',
    startOver: 'emptied',
    erased: 'chosen',
    columns: {
      ...{ workspace_id: 'never', call_key: 'own', submission_id: 'own', person: 'never', state: 'never' },
      ...{ candidate_name: 'own', job_description_id: 'never' },
    },
  },
  // Of what a restored computer had yet to tell, only what nobody else can tell (`backup/restore.ts`).
  team_pending: {
    backup: 'copied',
    startOver: 'emptied',
    erased: 'chosen',
    columns: { workspace_id: 'never', kind: 'never', key: 'own' },
  },
  team_erased: {
    backup: 'left_out',
    startOver: 'emptied',
    columns: { workspace_id: 'never', hash: 'never', generation: 'never' },
  },
  colleague_marks: {
    ...OF_SUBMISSIONS,
    columns: { login: 'never', verdict: 'never', reason: 'text', note: 'text' },
  },
  verdicts: { ...OF_COMPUTER, columns: { value: 'never' } },
  outcomes: { ...OF_COMPUTER, columns: { value: 'never' } },
  request_search: {
    backup: 'left_out',
    startOver: 'apart',
    erased: 'with_submission',
    columns: { words: 'own' },
  },
  request_counts: {
    backup: 'left_out',
    startOver: 'emptied',
    columns: {
      ...{ workspace_id: 'never', status: 'never', call_status: 'never', job_description_id: 'never' },
      ...{ questionnaire_template_id: 'never', verdict: 'never', colleague: 'never' },
    },
  },
  pinned_values: {
    backup: 'left_out',
    startOver: 'emptied',
    erased: 'with_submission',
    columns: { value: 'own', shown: 'own', place: 'own' },
  },
  data_folder: { ...OF_COMPUTER, columns: { identity: 'never', machine: 'never', ino: 'never' } },
};
