import { chmodSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import type { SubmissionState } from '../../shared/submission.ts';
import { fieldsOfNth } from '../electron/sample-submission.ts';
import { acceptEach, recordingService } from '../electron/service/recording-service.ts';
import { noSmallDisk, smallDisk } from '../faults/disk-obstacles.ts';
import { until } from '../poll.ts';
import { hasPostgres, newTeam, ownCluster } from '../postgres-cluster.ts';
import { teamComputer } from './team-computer.ts';

const CANDIDATES = 12;

test.runIf(hasPostgres && noSmallDisk() === undefined)(
  'where the server’s disk is full, submissions wait, and each goes once when there is room again',
  { meta: { needs: 'PostgreSQL 14 or newer with its server, and root on Linux' } },
  async () => {
    const disk = smallDisk(128);
    // The server's user must get to it.
    chmodSync(dirname(disk.folder), 0o755);
    const cluster = await ownCluster({ parent: disk.folder });
    const [team, service] = [await newTeam(cluster), await recordingService(acceptEach)];
    const mary = await teamComputer({ team, service, person: 'Mary' });
    await cluster.psql('create table filler (text text)');
    await disk.raise();
    // Until even what the server had set aside is used up: it refuses, or ends and can't recover.
    const fill = `insert into filler select repeat('x', 1000) from generate_series(1, 100000)`;
    await expect(cluster.psql(fill)).rejects.toThrow();
    for (let nth = 1; nth <= CANDIDATES; nth += 1) await mary.submit(fieldsOfNth(nth));
    const inStates = async (...states: SubmissionState[]) =>
      (await mary.stores.submissions.inStates('workspace-1', states)).length;
    expect(await inStates('queued', 'connecting', 'sending', 'accepted')).toBe(CANDIDATES);
    await disk.remove();
    await cluster.restart('immediate');
    await until('all of them', async () => {
      mary.database.check();
      return (await inStates('accepted')) === CANDIDATES;
    });
    const keys = service.received.map(({ headers }) => headers['idempotency-key']);
    expect([keys.length, new Set(keys).size]).toEqual([CANDIDATES, CANDIDATES]);
    expect(await cluster.psql(`select count(*) from ${team.name}.claims`)).toBe(String(CANDIDATES));
  },
);
