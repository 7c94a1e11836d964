import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasPostgres, NEEDS_POSTGRES, newTeam } from '../../postgres-cluster.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { askedFor, reportFigures } from '../figures.ts';
import { connectionOf, countingService, liveTeamLife, TeamFindings } from './team-life.ts';

/** `npm run faults`; in `npm test` a small part of it. */
const isLong = askedFor('FAULTS_KILLS', 0) > 0;
const CANDIDATES = Array.from({ length: isLong ? 200 : 20 }, (_, at) => at + 1);

test.runIf(hasPostgres).each(isLong ? [2, 3, 10] : [3])(
  'of %i processes that submit the same candidates at once, one calls each',
  { ...NEEDS_POSTGRES, timeout: 300_000 },
  async (count) => {
    const findings = new TeamFindings();
    const [team, service, folder] = [await newTeam(), await countingService(findings), temporaryFolder()];
    const paths = Array.from({ length: count }, (_, at) => join(folder, `${at}.db`));
    const lives = await Promise.all(
      paths.map(async (path, at) =>
        liveTeamLife(
          {
            ...{ path, baseUrl: service.origin, seed: at, candidates: CANDIDATES, waits: true },
            ...(await connectionOf(team, `person${at}`)),
          },
          findings,
        ),
      ),
    );
    await Promise.all(lives.map(({ ready }) => ready));
    for (const life of lives) life.begin();
    await Promise.all(lives.map(({ end }) => end));
    const { duplicates, losses, needless } = findings.violations(paths);
    reportFigures({
      name: `${count} colleagues at once`,
      cases: CANDIDATES.length,
      ...{ duplicates: duplicates.length, losses: losses.length, needless: needless.length },
    });
    expect({ duplicates, losses, needless }).toEqual({ duplicates: [], losses: [], needless: [] });
    expect([...findings.calls]).toEqual(expect.arrayContaining(CANDIDATES.map((nth) => [nth, 1])));
    expect(findings.calls.size).toBe(CANDIDATES.length);
  },
);
