import { isObject } from '../../shared/parse-json.ts';
import { type PolicyProblem, policyProblem } from '../../shared/policy.ts';
import { readSafely } from '../../shared/read-safely.ts';
import type { Settings, SettingsChange } from '../../shared/settings.ts';
import type { FixedTeam } from '../../shared/team.ts';
import type { Connection } from '../../shared/workspace.ts';
import { judgeDoNotCall, NO_NUMBERS, NUMBERS_UNREAD, type PolicyNumbers } from './judge-do-not-call.ts';
import {
  contradictsBounds,
  judgeRetention,
  NO_RETENTION_BOUNDS,
  type PolicyRetention,
  RETENTION_UNREAD,
} from './judge-retention.ts';
import {
  type JudgedQuestionnaires,
  judgeQuestionnaires,
  NO_QUESTIONNAIRES,
  QUESTIONNAIRES_UNREAD,
} from './policy-questionnaires.ts';
import { doubted, type JudgedRules, judgeRules, NO_RULES, UNREAD_RULES } from './policy-rules.ts';
import {
  MAX_CONNECTIONS,
  nameInGroup,
  OWN_KEYS,
  type PolicyConnection,
  policyConnection,
  policySchema,
  SETTING_GROUPS,
} from './policy-schema.ts';
import { POLICY_SETTINGS, type PolicySetting, valueSchema } from './policy-settings.ts';
import { INVALID, problemsOf, readMember, unknownKeys } from './policy-text.ts';

/** A validated policy, in which invalid parts have their strictest value. */
export interface Policy extends JudgedConnections {
  /** People can't add, change or remove connections. */
  readonly locked: boolean;
  /** Whether workspaces of other connections may send nothing; undefined if the policy's value is unreadable. */
  readonly onlyItsOwn: boolean | undefined;
  readonly practiceAllowed: boolean;
  /** Whether an existing practice workspace may send nothing; undefined if the policy's value is unreadable. */
  readonly practiceHeld: boolean | undefined;
  /** Whether people may save candidates' data to files. */
  readonly exportsAllowed: boolean;
  readonly doNotCall: PolicyNumbers;
  /** Values that override stored settings. */
  readonly values: SettingsChange;
  /** Settings that can't be changed; those without a value keep the stored one. */
  readonly fixed: ReadonlySet<keyof Settings>;
  readonly rules: JudgedRules;
  readonly questionnaires: JudgedQuestionnaires;
  /** Between which bounds people can choose a retention. */
  readonly retention: PolicyRetention;
  /** What it says about the duplicates' window can't be told: that of the last policies still holds. */
  readonly duplicateDaysUnclear: boolean;
  readonly problems: readonly PolicyProblem[];
}

const NO_CONNECTIONS: JudgedConnections = {
  connections: [],
  mentioned: [],
  teams: [],
  connectionsComplete: true,
};

/** No restrictions: there is no policy. */
export const FREE: Policy = {
  ...NO_CONNECTIONS,
  locked: false,
  onlyItsOwn: false,
  practiceAllowed: true,
  practiceHeld: false,
  exportsAllowed: true,
  doNotCall: NO_NUMBERS,
  values: {},
  fixed: new Set(),
  rules: NO_RULES,
  questionnaires: NO_QUESTIONNAIRES,
  retention: NO_RETENTION_BOUNDS,
  duplicateDaysUnclear: false,
  problems: [],
};

const MAX_PROBLEMS = 50;

/**
 * The policy in force while the real one can't be read: people can't add or change connections, nor change any setting a
 * policy may fix. Submissions are handled as under the last policy.
 */
export function unreadablePolicy(problem: PolicyProblem): Policy {
  return {
    ...NO_CONNECTIONS,
    connectionsComplete: false,
    locked: true,
    onlyItsOwn: undefined,
    practiceAllowed: false,
    practiceHeld: undefined,
    exportsAllowed: false,
    doNotCall: NUMBERS_UNREAD,
    values: strictValues(POLICY_SETTINGS),
    fixed: new Set(POLICY_SETTINGS.map(({ setting }) => setting)),
    rules: UNREAD_RULES,
    questionnaires: QUESTIONNAIRES_UNREAD,
    retention: RETENTION_UNREAD,
    duplicateDaysUnclear: true,
    problems: [problem],
  };
}

/**
 * Validates a document part by part. Valid parts apply; invalid ones are reported with their path and replaced by the
 * strictest value. While anything is invalid, people can't add or change connections, and weaker storage, update settings,
 * exports and the practice workspace are available only if the policy itself allows them. Never throws. `before`: problems found
 * while reading the document.
 */
export function judgePolicy(document: unknown, before: readonly PolicyProblem[] = []): Policy {
  if (!isObject(document)) return unreadablePolicy(policyProblem('', 'not_one_object'));
  const problems = [...before, ...unknownKeys(document, '', [...OWN_KEYS, ...topLevelNames()])];
  const connections = judgeConnections(document['workspaces']);
  const locked = readMember(document, 'locked', policySchema.shape.locked, problems);
  const practice = readMember(
    document,
    'practice_workspace',
    policySchema.shape.practice_workspace,
    problems,
  );
  const exports = readMember(document, 'exports', policySchema.shape.exports, problems);
  readMember(document, '$schema', policySchema.shape.$schema, problems);
  const { problems: numberProblems, ...numbers } = judgeDoNotCall(document['do_not_call']);
  problems.push(...connections.problems, ...numberProblems);
  const settings = judgeSettings(document, problems);
  const rules = judgeRules(document, problems);
  const questionnaires = judgeQuestionnaires(document, problems);
  const bounds = judgeRetention(document, problems);
  const { retentionDays, duplicateDays } = settings.values;
  const contradicts = contradictsBounds(retentionDays, bounds, problems);
  const invalid = problems.length > 0;
  // Parts that are missing may be misspelt.
  const isMisspelt = invalid && document['retention'] === undefined && retentionDays === undefined;
  const retention = isMisspelt ? RETENTION_UNREAD : bounds;
  const keepsAll = contradicts || retention.unclear;
  const duplicateDaysUnclear = invalid && duplicateDays === undefined;
  const guarded = invalid
    ? POLICY_SETTINGS.filter(({ guarded, setting }) => guarded && !settings.fixed.has(setting))
    : [];
  // What can't be told must not cause anything to be erased.
  if (keepsAll) guarded.push(...POLICY_SETTINGS.filter(({ setting }) => setting === 'retentionDays'));
  if (duplicateDaysUnclear)
    guarded.push(...POLICY_SETTINGS.filter(({ setting }) => setting === 'duplicateDays'));
  return {
    ...connections,
    locked: invalid || locked === true,
    onlyItsOwn: locked === INVALID ? undefined : locked === true,
    practiceAllowed: practice === undefined ? !invalid : practice === true,
    practiceHeld: practice === INVALID ? undefined : practice === false,
    exportsAllowed: exports === undefined ? !invalid : exports === true,
    doNotCall: invalid && document['do_not_call'] === undefined ? NUMBERS_UNREAD : numbers,
    values: { ...settings.values, ...strictValues(guarded) },
    fixed: new Set([...settings.fixed, ...guarded.map(({ setting }) => setting)]),
    rules: invalid ? doubted(rules) : rules,
    questionnaires: invalid ? { ...questionnaires, complete: false } : questionnaires,
    retention,
    duplicateDaysUnclear,
    problems: limited(problems),
  };
}

interface JudgedSettings {
  readonly values: SettingsChange;
  readonly fixed: ReadonlySet<keyof Settings>;
}

function judgeSettings(document: Record<string, unknown>, problems: PolicyProblem[]): JudgedSettings {
  const values: Record<string, unknown> = {};
  const fixed = new Set<keyof Settings>();
  for (const [group, members] of SETTING_GROUPS) {
    const holder = group === '' ? document : document[group];
    if (holder === undefined) continue;
    if (!isObject(holder)) {
      problems.push(policyProblem(group, 'not_an_object'));
      fixAtStrictValue(members, values, fixed);
      continue;
    }
    const names = members.map(({ path }) => nameInGroup(path));
    const unknown = group === '' ? [] : unknownKeys(holder, group, names);
    problems.push(...unknown);
    const unset = members.filter((member) => !judgeSetting(holder, group, member));
    // The unknown name may be a misspelt one of the unset settings.
    if (unknown.length > 0) fixAtStrictValue(unset, values, fixed);
  }
  if (values['proxyMode'] === 'manual' && !values['proxyAddress']) {
    if (!problems.some(({ where }) => where === 'proxy.address')) {
      problems.push(policyProblem('proxy.address', 'proxy_without_address'));
    }
    // The policy demands a proxy, so neither a direct connection nor a stored address may be used.
    values['proxyAddress'] = '';
    fixed.add('proxyAddress');
  }
  return { values, fixed };

  /** Returns whether the policy names the setting. */
  function judgeSetting(holder: Record<string, unknown>, group: string, member: PolicySetting): boolean {
    const name = nameInGroup(member.path);
    const value = readMember(holder, name, valueSchema(member), problems, group);
    if (value === undefined) return false;
    if (value === INVALID) fixAtStrictValue([member], values, fixed);
    else values[member.setting] = value;
    fixed.add(member.setting);
    return true;
  }
}

function fixAtStrictValue(
  members: readonly PolicySetting[],
  values: Record<string, unknown>,
  fixed: Set<keyof Settings>,
): void {
  for (const { setting } of members) fixed.add(setting);
  Object.assign(values, strictValues(members));
}

function topLevelNames(): string[] {
  return [...SETTING_GROUPS].flatMap(([group, members]) =>
    group === '' ? members.map(({ path }) => path) : [group],
  );
}

function strictValues(members: readonly PolicySetting[]): SettingsChange {
  return Object.fromEntries(
    members.flatMap(({ setting, strict }) => (strict === undefined ? [] : [[setting, strict]])),
  );
}

function limited(problems: readonly PolicyProblem[]): readonly PolicyProblem[] {
  const more = problems.length - MAX_PROBLEMS;
  if (more <= 0) return problems;
  return [...problems.slice(0, MAX_PROBLEMS), policyProblem('', 'more_problems', { count: more })];
}

/** Identifies a policy's connection, even if its other fields change. */
export type ConnectionIdentity = Pick<Connection, 'baseUrl' | 'clientId'>;

interface JudgedConnections {
  /** Valid connections, in the policy's order. With an empty client secret, the person is asked for it. */
  readonly connections: readonly Connection[];
  /** Invalid but identifiable connections: their workspaces stay as they are. */
  readonly mentioned: readonly ConnectionIdentity[];
  /** The team databases of the valid connections that have one. */
  readonly teams: readonly (ConnectionIdentity & { readonly team: FixedTeam })[];
  /** False if the policy may list further connections that couldn't be read. */
  readonly connectionsComplete: boolean;
}

/** Validates the `workspaces` of a policy one by one; an invalid one doesn't affect the others. */
function judgeConnections(
  workspaces: unknown,
): JudgedConnections & { readonly problems: readonly PolicyProblem[] } {
  if (workspaces === undefined) return { ...NO_CONNECTIONS, problems: [] };
  if (!Array.isArray(workspaces)) {
    const problem = policyProblem('workspaces', 'not_a_list');
    return { ...NO_CONNECTIONS, connectionsComplete: false, problems: [problem] };
  }
  const list = new ConnectionList();
  for (const [index, entry] of workspaces.slice(0, MAX_CONNECTIONS).entries()) list.add(entry, index);
  if (workspaces.length > MAX_CONNECTIONS) list.tooMany();
  return list;
}

class ConnectionList implements JudgedConnections {
  readonly connections: Connection[] = [];
  readonly mentioned: ConnectionIdentity[] = [];
  readonly teams: (ConnectionIdentity & { readonly team: FixedTeam })[] = [];
  readonly problems: PolicyProblem[] = [];
  connectionsComplete = true;
  private readonly firstPaths = new Map<string, string>();

  add(entry: unknown, index: number): void {
    const where = `workspaces[${index}]`;
    if (!isObject(entry)) {
      this.problems.push(policyProblem(where, 'not_an_object'));
      this.connectionsComplete = false;
      return;
    }
    this.problems.push(...unknownKeys(entry, where, Object.keys(policyConnection.shape)));
    const parsed = readSafely(policyConnection.strip(), entry);
    if (!parsed.success) {
      this.problems.push(...problemsOf(parsed.error, where, policyConnection));
      this.mention(entry);
    } else if (!this.isDuplicate(parsed.data, where)) {
      const connection = connectionOf(parsed.data);
      this.connections.push(connection);
      const { team } = parsed.data;
      if (team) this.teams.push({ ...connection, team: teamOf(team) });
    }
  }

  tooMany(): void {
    this.problems.push(policyProblem('workspaces', 'too_many_connections', { most: MAX_CONNECTIONS }));
    this.connectionsComplete = false;
  }

  private mention(entry: Record<string, unknown>): void {
    const { base_url, client_id } = policyConnection.shape;
    const baseUrl = readSafely(base_url, entry['base_url']).data;
    const clientId = readSafely(client_id, entry['client_id']).data;
    if (baseUrl === undefined || clientId === undefined) this.connectionsComplete = false;
    else this.mentioned.push({ baseUrl, clientId });
  }

  /** Reports duplicates. A connection listed twice is used once; two with the same name are both used. */
  private isDuplicate({ name, base_url, client_id }: PolicyConnection, where: string): boolean {
    const first = this.firstPath(`connection ${base_url} ${client_id}`, where);
    if (first !== undefined) {
      this.problems.push(policyProblem(where, 'connection_twice', { first }));
      return true;
    }
    const namesake = this.firstPath(`name ${name.toLowerCase()}`, where);
    if (namesake !== undefined) {
      this.problems.push(policyProblem(`${where}.name`, 'connection_namesake', { first: namesake }));
    }
    return false;
  }

  private firstPath(key: string, where: string): string | undefined {
    const first = this.firstPaths.get(key);
    if (first === undefined) this.firstPaths.set(key, where);
    return first;
  }
}

function teamOf({
  client_certificate: certificate,
  client_key: key,
  user,
  ...place
}: NonNullable<PolicyConnection['team']>): FixedTeam {
  return {
    ...place,
    ...(user !== undefined && { user }),
    ...(certificate !== undefined && { certificate }),
    ...(key !== undefined && { key }),
  };
}

function connectionOf(entry: PolicyConnection): Connection {
  return {
    name: entry.name,
    baseUrl: entry.base_url,
    authUrl: entry.auth_url,
    issuer: entry.issuer,
    clientId: entry.client_id,
    clientSecret: entry.client_secret ?? '',
    redirectUri: entry.redirect_uri,
  };
}
