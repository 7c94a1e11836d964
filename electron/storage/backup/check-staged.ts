import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { callingHours } from '../../../shared/calling-hours.ts';
import { rowProblem } from '../../../shared/import-problems.ts';
import { requestProblem, submissionProblem } from '../../../shared/problems.ts';
import { connectionInput, isLoopback } from '../../../shared/workspace.ts';
import { workspaceRules } from '../../../shared/workspace-rules.ts';
import { all, one, statement, text } from '../operation.ts';
import { describedIn } from '../requests/described-fields.ts';
import { rowToEvent } from '../stores/history-store.ts';

/** Each finds rows that Callboard would not have written, and could stumble over. */
const NEVER: readonly string[] = [
  `SELECT 1 FROM requests JOIN submissions USING (row) WHERE requests.workspace_id <> submissions.workspace_id
     OR requests.request_id IS NOT submissions.request_id OR submissions.state <> 'accepted'
     OR requests.call_count < 0`,
  ...[
    ['status', 'status'],
    ['job_description_id', 'job_description'],
    ['questionnaire_template_id', 'questionnaire'],
  ].map(
    ([
      column,
      kind,
    ]) => `SELECT 1 FROM requests LEFT JOIN facets ON facets.workspace_id = requests.workspace_id
     AND facets.kind = '${kind}' AND facets.value = requests.${column} WHERE facets.id IS NULL`,
  ),
  `SELECT 1 FROM request_tags LEFT JOIN requests ON requests.row = request_tags.row
     AND requests.workspace_id = request_tags.workspace_id WHERE requests.row IS NULL`,
  `SELECT 1 FROM request_tags LEFT JOIN facets ON facets.workspace_id = request_tags.workspace_id
     AND facets.kind = 'tag' AND facets.value = request_tags.tag WHERE facets.id IS NULL`,
  'SELECT 1 FROM submissions WHERE (hold_until IS NULL) <> (hold_time_zone IS NULL)',
  'SELECT 1 FROM submissions WHERE hold_question IS NULL AND hold_answer IS NOT NULL',
  'SELECT 1 FROM submissions WHERE (consent_at IS NULL) <> (consent_wording IS NULL)',
  'SELECT 1 FROM library WHERE NOT json_valid(fields)',
  'SELECT 1 FROM views WHERE NOT json_valid(filter) OR descending NOT IN (0, 1)',
  'SELECT 1 FROM imports WHERE NOT json_valid(headers)',
  'SELECT 1 FROM import_rows WHERE NOT json_valid(cells)',
  'SELECT 1 FROM import_columns WHERE NOT json_valid(columns)',
  `SELECT 1 FROM imports, json_each(imports.headers) AS cell
   WHERE json_type(imports.headers) <> 'array' OR cell.type <> 'text'`,
  `SELECT 1 FROM import_rows, json_each(import_rows.cells) AS cell
   WHERE json_type(import_rows.cells) <> 'array' OR cell.type <> 'text'`,
];

const rowProblems = z.array(rowProblem);
const hoursInForce = z.array(z.record(z.string(), z.unknown())).min(1);

/** Throws where a staged backup holds what Callboard does not write: references to nothing, values of no meaning. */
export function checkStaged(db: DatabaseSync): void {
  if (one(db, 'PRAGMA foreign_key_check')) throw new Error('A row refers to one that is not there.');
  for (const rows of NEVER) if (one(db, `${rows} LIMIT 1`)) throw new Error(`A row does not fit: ${rows}`);
  for (const row of all(db, 'SELECT * FROM workspaces')) {
    const [kind, baseUrl] = [text(row, 'kind'), text(row, 'base_url')];
    const connection = connectionInput.parse({
      name: text(row, 'name'),
      baseUrl,
      authUrl: text(row, 'auth_url'),
      clientId: text(row, 'client_id'),
      redirectUri: text(row, 'redirect_uri'),
    });
    if (connection.baseUrl !== baseUrl) throw new Error('An address is not written as Callboard writes it.');
    const elsewhere = [baseUrl, connection.authUrl].some(
      (url) => !isLoopback(URL.parse(url)?.hostname ?? ''),
    );
    if (kind === 'practice' && elsewhere) throw new Error('A practice service is on this computer.');
  }
  for (const row of statement(db, 'SELECT code, values_json FROM history').iterate()) rowToEvent(row);
  for (const row of all(db, 'SELECT DISTINCT problem FROM submissions WHERE problem IS NOT NULL')) {
    submissionProblem.parse(JSON.parse(text(row, 'problem')));
  }
  for (const row of all(db, 'SELECT DISTINCT problem FROM requests WHERE problem IS NOT NULL')) {
    requestProblem.parse(JSON.parse(text(row, 'problem')));
  }
  for (const row of all(db, 'SELECT DISTINCT problems FROM import_rows WHERE problems IS NOT NULL')) {
    rowProblems.parse(JSON.parse(text(row, 'problems')));
  }
  for (const row of all(db, 'SELECT fields FROM library')) describedIn(text(row, 'fields'));
  for (const row of all(db, 'SELECT rules FROM workspace_rules')) {
    workspaceRules.parse(JSON.parse(text(row, 'rules')));
  }
  for (const row of all(
    db,
    'SELECT DISTINCT hours_in_force FROM submissions WHERE hours_in_force IS NOT NULL',
  )) {
    const list = hoursInForce.parse(JSON.parse(text(row, 'hours_in_force')));
    for (const each of list) callingHours.parse({ ...each, enabled: true });
  }
}
