import { type PolicyProblem, policyProblem } from '../../shared/policy.ts';
import { readSafely } from '../../shared/read-safely.ts';
import type { Connection } from '../../shared/workspace.ts';
import { MAX_CONNECTIONS, type PolicyConnection, policyConnection } from './policy-schema.ts';
import { isObject, problemsOf, unknownKeys } from './problems.ts';

/** Identifies a policy's connection, even if its other fields change. */
export type ConnectionIdentity = Pick<Connection, 'baseUrl' | 'clientId'>;

export interface JudgedConnections {
  /** Valid connections, in the policy's order. With an empty client secret, the person is asked for it. */
  readonly connections: readonly Connection[];
  /** Invalid but identifiable connections: their workspaces stay as they are. */
  readonly mentioned: readonly ConnectionIdentity[];
  /** False if the policy may list further connections that couldn't be read. */
  readonly connectionsComplete: boolean;
}

export const NO_CONNECTIONS: JudgedConnections = {
  connections: [],
  mentioned: [],
  connectionsComplete: true,
};

/** Validates the `workspaces` of a policy one by one; an invalid one doesn't affect the others. */
export function judgeConnections(
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
  readonly problems: PolicyProblem[] = [];
  connectionsComplete = true;
  /** First path of each connection and each name. */
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
      this.connections.push(connectionOf(parsed.data));
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
