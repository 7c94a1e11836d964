import { type PolicyProblem, policyProblem } from '../../shared/policy.ts';
import { readSafely } from '../../shared/read-safely.ts';
import type { Connection } from '../../shared/workspace.ts';
import { MOST_CONNECTIONS, type PolicyConnection, policyConnection } from './policy-schema.ts';
import { isObject, problemsOf, unknownKeys } from './problems.ts';

/** By which a connection of a policy is known again, whatever else of it changes. */
export type ConnectionIdentity = Pick<Connection, 'baseUrl' | 'clientId'>;

export interface JudgedConnections {
  /** Those that are right, in the policy's order. An empty client secret: the person is asked for it. */
  readonly connections: readonly Connection[];
  /** Those that are not right, but can be told: where there is such a workspace it stays as it is. */
  readonly mentioned: readonly ConnectionIdentity[];
  /** False where the policy may mean further connections that nobody can read. */
  readonly connectionsComplete: boolean;
}

export const NO_CONNECTIONS: JudgedConnections = {
  connections: [],
  mentioned: [],
  connectionsComplete: true,
};

/** Judges the `workspaces` of a policy one by one: one that is wrong does not take the others with it. */
export function judgeConnections(
  workspaces: unknown,
): JudgedConnections & { readonly problems: readonly PolicyProblem[] } {
  if (workspaces === undefined) return { ...NO_CONNECTIONS, problems: [] };
  if (!Array.isArray(workspaces)) {
    const problem = policyProblem('workspaces', 'not_a_list');
    return { ...NO_CONNECTIONS, connectionsComplete: false, problems: [problem] };
  }
  const list = new ConnectionList();
  for (const [index, entry] of workspaces.slice(0, MOST_CONNECTIONS).entries()) list.add(entry, index);
  if (workspaces.length > MOST_CONNECTIONS) list.tooMany();
  return list;
}

class ConnectionList implements JudgedConnections {
  readonly connections: Connection[] = [];
  readonly mentioned: ConnectionIdentity[] = [];
  readonly problems: PolicyProblem[] = [];
  connectionsComplete = true;
  /** Where each connection and each name was met first. */
  private readonly places = new Map<string, string>();

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
      this.problems.push(...problemsOf(parsed.error, where));
      this.mention(entry);
    } else if (!this.isTwin(parsed.data, where)) {
      this.connections.push(connectionOf(parsed.data));
    }
  }

  tooMany(): void {
    this.problems.push(policyProblem('workspaces', 'too_many_connections', { most: MOST_CONNECTIONS }));
    this.connectionsComplete = false;
  }

  private mention(entry: Record<string, unknown>): void {
    const { base_url, client_id } = policyConnection.shape;
    const baseUrl = readSafely(base_url, entry['base_url']).data;
    const clientId = readSafely(client_id, entry['client_id']).data;
    if (baseUrl === undefined || clientId === undefined) this.connectionsComplete = false;
    else this.mentioned.push({ baseUrl, clientId });
  }

  /** The same connection twice is used once; two of the same name could not be told apart, and both are used. */
  private isTwin({ name, base_url, client_id }: PolicyConnection, where: string): boolean {
    const first = this.firstPlace(`connection ${base_url} ${client_id}`, where);
    if (first !== undefined) {
      this.problems.push(policyProblem(where, 'connection_twice', { first }));
      return true;
    }
    const namesake = this.firstPlace(`name ${name.toLowerCase()}`, where);
    if (namesake !== undefined) {
      this.problems.push(policyProblem(`${where}.name`, 'connection_namesake', { first: namesake }));
    }
    return false;
  }

  private firstPlace(key: string, where: string): string | undefined {
    const first = this.places.get(key);
    if (first === undefined) this.places.set(key, where);
    return first;
  }
}

function connectionOf(entry: PolicyConnection): Connection {
  return {
    name: entry.name,
    baseUrl: entry.base_url,
    authUrl: entry.auth_url,
    clientId: entry.client_id,
    clientSecret: entry.client_secret ?? '',
    redirectUri: entry.redirect_uri,
  };
}
