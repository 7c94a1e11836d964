import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DATABASE } from '../practice/team/postgres-cluster.ts';
import { privateAuthority } from './electron/network/private-authority.ts';
import { until } from './poll.ts';
import { baseBackup, hasPostgres, NEEDS_POSTGRES, ownCluster, restore, useTls } from './postgres-cluster.ts';
import { tcpProxy } from './tcp-proxy.ts';
import { temporaryFolder } from './temp-folder.ts';

/** A message that psql writes when it fails. */
const failing = (words: string) => expect.objectContaining({ stderr: expect.stringContaining(words) });

describe.runIf(hasPostgres)('the PostgreSQL server of the tests', NEEDS_POSTGRES, () => {
  test('lets a role in by its password alone', async () => {
    const cluster = await ownCluster();
    const mary = await cluster.createRecruiter(null, 'mary');
    expect(await cluster.psql('select session_user', { as: mary })).toBe('mary');
    await expect(cluster.psql('select 1', { as: { ...mary, password: 'wrong' } })).rejects.toEqual(
      failing('password authentication failed'),
    );
  });

  test.each(['fast', 'immediate', 'kill'] as const)(
    'keeps what was stored at the same port over a restart that is %s',
    async (how) => {
      const cluster = await ownCluster();
      await cluster.psql('create table kept (n int); insert into kept values (7)');
      const { port } = cluster;
      await cluster.restart(how);
      expect(await cluster.psql('select n from kept')).toBe('7');
      expect(cluster.port).toBe(port);
    },
  );

  test('goes back to a base backup as often as is wanted', async () => {
    const cluster = await ownCluster();
    await cluster.psql('create table kept (n int); insert into kept values (1)');
    const backup = await baseBackup(cluster);
    for (const later of [2, 3]) {
      await cluster.psql(`insert into kept values (${later})`);
      await restore(cluster, backup);
      expect(await cluster.psql('select n from kept')).toBe('1');
    }
  });

  test('is verified by its name and authority, and knows a person by a certificate', async () => {
    const cluster = await ownCluster();
    const folder = temporaryFolder();
    const authority = privateAuthority(folder);
    const clients = privateAuthority(join(cluster.folder), 'Example Corp People');
    await useTls(cluster, authority.sign('localhost'), {
      clientAuthority: clients.certificate,
      onlyTls: true,
    });
    await cluster.psql('create role mary login in role by_certificate');
    const mary = clients.sign('mary');
    cluster.write(join(cluster.folder, 'mary.key'), mary.key);
    cluster.write(join(cluster.folder, 'mary.crt'), mary.cert);
    cluster.write(join(cluster.folder, 'root.crt'), authority.certificate);
    const signIn = (host: string, changes = '') =>
      cluster.run('psql', [
        ...['-X', '-A', '-t', '-w', '-c', 'select session_user', '-d'],
        `host=${host} hostaddr=127.0.0.1 port=${cluster.port} dbname=${DATABASE} user=mary sslmode=verify-full sslrootcert=root.crt sslcert=mary.crt sslkey=mary.key ${changes}`,
      ]);
    expect(await signIn('localhost')).toBe('mary');
    await expect(signIn('elsewhere.test')).rejects.toEqual(failing('does not match host name'));
    await expect(signIn('localhost', 'sslcert=none')).rejects.toEqual(
      failing('connection requires a valid client certificate'),
    );
    await expect(signIn('localhost', 'sslmode=disable')).rejects.toEqual(failing('pg_hba.conf rejects'));
  });

  test('ends with the process that started it, even if that is killed', async () => {
    const module = join(import.meta.dirname, '..', 'practice', 'team', 'postgres-cluster.ts');
    const script = `
      const { PostgresCluster, postgresPrograms } = await import(${JSON.stringify(module)});
      const cluster = await PostgresCluster.make(postgresPrograms());
      console.log(JSON.stringify({ folder: cluster.folder }));
      setInterval(() => undefined, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => {
      child.kill('SIGKILL');
    });
    const [line] = await once(createInterface(child.stdout), 'line');
    const { folder } = JSON.parse(line);
    expect(existsSync(join(folder, 'data', 'postmaster.pid'))).toBe(true);
    child.kill('SIGKILL');
    await until('the end of the server', () => !existsSync(folder));
  });
});

describe.runIf(hasPostgres)('the proxy before it', NEEDS_POSTGRES, () => {
  const through = (port: number) => `host=127.0.0.1 port=${port} dbname=${DATABASE} connect_timeout=5`;

  test('passes everything on, late if asked, and cuts where it is told', async () => {
    const cluster = await ownCluster();
    const proxy = await tcpProxy(cluster.port);
    const ask = () =>
      cluster.run('psql', ['-X', '-A', '-t', '-c', 'select 1', '-U', 'postgres', '-d', through(proxy.port)], {
        PGPASSWORD: cluster.administratorPassword,
      });
    expect(await ask()).toBe('1');
    proxy.delayMs = 30;
    const begun = performance.now();
    expect(await ask()).toBe('1');
    // The start, the password's exchange and the question: five round trips.
    expect(performance.now() - begun).toBeGreaterThan(5 * 2 * 30);
    proxy.delayMs = 0;
    proxy.cutAfter(100, 'to client');
    await expect(ask()).rejects.toEqual(failing('closed the connection unexpectedly'));
    await expect(ask()).rejects.toThrow();
    proxy.mend();
    expect(await ask()).toBe('1');
    proxy.stall();
    const before = proxy.connections;
    const late = ask();
    await until('the connection that is kept back', () => proxy.connections > before);
    proxy.mend();
    expect(await late).toBe('1');
  });
});
