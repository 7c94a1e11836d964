import type { z } from 'zod';
import { type PolicyProblem, policyProblem } from '../../shared/policy.ts';
import { readSafely } from '../../shared/read-safely.ts';
import type { Settings, SettingsChange } from '../../shared/settings.ts';
import { type JudgedConnections, judgeConnections, NO_CONNECTIONS } from './judge-connections.ts';
import { nameInGroup, OWN_KEYS, policySchema, SETTING_GROUPS } from './policy-schema.ts';
import { POLICY_SETTINGS, type PolicySetting, valueSchema } from './policy-settings.ts';
import { isObject, problemsOf, unknownKeys } from './problems.ts';
import { placeOf } from './strict-json.ts';

/** What a policy asks for, every part of it read or judged strictly. */
export interface Policy extends JudgedConnections {
  /** No connection is added, changed or removed by a person. */
  readonly locked: boolean;
  /** Whether workspaces of other connections send nothing; undefined where the policy does not tell readably. */
  readonly onlyItsOwn: boolean | undefined;
  /** Whether the practice workspace may be opened. */
  readonly practiceAllowed: boolean;
  /** Whether a practice workspace that there is sends nothing; undefined where the policy does not tell readably. */
  readonly practiceHeld: boolean | undefined;
  /** The values that settings have. */
  readonly values: SettingsChange;
  /** The settings that cannot be changed; those without a value stay as they are stored. */
  readonly fixed: ReadonlySet<keyof Settings>;
  readonly problems: readonly PolicyProblem[];
}

/** Nothing is set: everything is the person's own. */
export const FREE: Policy = {
  ...NO_CONNECTIONS,
  locked: false,
  onlyItsOwn: false,
  practiceAllowed: true,
  practiceHeld: false,
  values: {},
  fixed: new Set(),
  problems: [],
};

/** More problems than this tell nobody more. */
const MOST_PROBLEMS = 50;

/**
 * What holds while a policy cannot be read at all: no connection is added or changed, no setting that a policy may fix
 * can be changed, and what is under way goes on as it was.
 */
export function unreadablePolicy(problem: PolicyProblem): Policy {
  return {
    ...NO_CONNECTIONS,
    connectionsComplete: false,
    locked: true,
    onlyItsOwn: undefined,
    practiceAllowed: false,
    practiceHeld: undefined,
    values: strictValues(POLICY_SETTINGS),
    fixed: new Set(POLICY_SETTINGS.map(({ setting }) => setting)),
    problems: [problem],
  };
}

/**
 * Judges a document part by part. What is right holds; what is wrong is said with its place and taken strictly: as long
 * as anything is wrong, no connection is added or changed, and no weaker storage, update setting or practice workspace
 * is opened up that the policy does not itself allow. Never throws, whatever the document is. `before`: what was wrong
 * with it already when it was read.
 */
export function judgePolicy(document: unknown, before: readonly PolicyProblem[] = []): Policy {
  if (!isObject(document)) {
    return unreadablePolicy(policyProblem('', 'not_one_object'));
  }
  const problems = [...before, ...unknownKeys(document, '', [...OWN_KEYS, ...topLevelNames()])];
  const connections = judgeConnections(document['workspaces']);
  const locked = read(document, 'locked', policySchema.shape.locked, problems);
  const practice = read(document, 'practice_workspace', policySchema.shape.practice_workspace, problems);
  read(document, '$schema', policySchema.shape.$schema, problems);
  problems.push(...connections.problems);
  const settings = judgeSettings(document, problems);
  const wrong = problems.length > 0;
  const guarded = wrong
    ? POLICY_SETTINGS.filter(({ guarded, setting }) => guarded && !settings.fixed.has(setting))
    : [];
  return {
    ...connections,
    locked: wrong || locked === true,
    onlyItsOwn: locked === BAD ? undefined : locked === true,
    practiceAllowed: practice === undefined ? !wrong : practice === true,
    practiceHeld: practice === BAD ? undefined : practice === false,
    values: { ...settings.values, ...strictValues(guarded) },
    fixed: new Set([...settings.fixed, ...guarded.map(({ setting }) => setting)]),
    problems: shortened(problems),
  };
}

const BAD = Symbol('not readable');

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
      keepAsTheyAre(members, values, fixed);
      continue;
    }
    const names = members.map(({ path }) => nameInGroup(path));
    const strangers = group === '' ? [] : unknownKeys(holder, group, names);
    problems.push(...strangers);
    const unset = members.filter((member) => !judgeSetting(holder, group, member));
    // One of those that are not set may be meant by the name that nobody knows.
    if (strangers.length > 0) keepAsTheyAre(unset, values, fixed);
  }
  if (values['proxyMode'] === 'manual' && !values['proxyAddress']) {
    if (!problems.some(({ where }) => where === 'proxy.address')) {
      problems.push(policyProblem('proxy.address', 'proxy_without_address'));
    }
    // It says that there is a proxy: to go straight, or by whatever was set before, is what it has ruled out.
    values['proxyAddress'] = '';
    fixed.add('proxyAddress');
  }
  return { values, fixed };

  /** Answers whether the policy names the setting. */
  function judgeSetting(holder: Record<string, unknown>, group: string, member: PolicySetting): boolean {
    const name = nameInGroup(member.path);
    const value = read(holder, name, valueSchema(member), problems, group);
    if (value === undefined) return false;
    if (value === BAD) keepAsTheyAre([member], values, fixed);
    else values[member.setting] = value;
    fixed.add(member.setting);
    return true;
  }
}

function keepAsTheyAre(
  members: readonly PolicySetting[],
  values: Record<string, unknown>,
  fixed: Set<keyof Settings>,
): void {
  for (const { setting } of members) fixed.add(setting);
  Object.assign(values, strictValues(members));
}

/** A member's value; undefined where it is not there, BAD where it is not right: that is a problem then. */
function read<T>(
  holder: Record<string, unknown>,
  name: string,
  schema: z.ZodType<T>,
  problems: PolicyProblem[],
  within = '',
): T | typeof BAD | undefined {
  if (!Object.hasOwn(holder, name)) return undefined;
  const where = placeOf(within, name);
  if (holder[name] === undefined || holder[name] === null) {
    problems.push(policyProblem(where, 'value_empty'));
    return BAD;
  }
  const parsed = readSafely(schema, holder[name]);
  if (parsed.success) return parsed.data;
  problems.push(...problemsOf(parsed.error, where));
  return BAD;
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

function shortened(problems: readonly PolicyProblem[]): readonly PolicyProblem[] {
  const more = problems.length - MOST_PROBLEMS;
  if (more <= 0) return problems;
  return [...problems.slice(0, MOST_PROBLEMS), policyProblem('', 'more_problems', { count: more })];
}
