import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readYaml } from '../../scripts/packaging/read-yaml.ts';

const folder = join(import.meta.dirname, '../../.github/workflows');

const permissions = z.record(z.string(), z.enum(['read', 'write', 'none']));
const step = z.object({
  name: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  if: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  env: z.record(z.string(), z.string()).optional(),
});
const job = z.object({
  permissions: permissions.optional(),
  needs: z.string().optional(),
  uses: z.string().optional(),
  environment: z.string().optional(),
  'timeout-minutes': z.number().optional(),
  steps: z.array(step).default([]),
});
const workflow = z.object({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions,
  jobs: z.record(z.string(), job),
});

const workflows = globSync('*.yml', { cwd: folder }).map(
  (file) => [basename(file), workflow.parse(readYaml(join(folder, file)))] as const,
);
const release = workflow.parse(readYaml(join(folder, 'release.yml')));
const steps = (name: string) => release.jobs[name]?.steps ?? [];

describe.each(workflows)('%s', (_file, { on, permissions: whole, jobs }) => {
  const all = Object.values(jobs).flatMap((each) => each.steps);

  test('has read-only permissions unless a job overrides them', () => {
    expect(Object.values(whole).every((level) => level === 'read')).toBe(true);
  });

  test("uses only GitHub's own actions, each pinned to a commit", () => {
    const used = all.flatMap(({ uses }) => (uses === undefined ? [] : [uses]));
    expect(used.filter((name) => !/^actions\/[\w-]+@[0-9a-f]{40}$/.test(name))).toEqual([]);
  });

  test('leaves no repository credentials in the checkout', () => {
    const checkouts = all.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkouts.every((each) => each.with?.['persist-credentials'] === false)).toBe(true);
  });

  test('puts no untrusted text into a command', () => {
    // Titles, branch names etc. come from anyone who opens a pull request, so they must go through the environment.
    const risky = /\$\{\{[^}]*github\.(event|head_ref|base_ref|actor|ref_name)/;
    expect(all.filter(({ run }) => run !== undefined && risky.test(run))).toEqual([]);
  });

  test("is not triggered by pull requests with the repository's permissions", () => {
    expect(Object.keys(on)).not.toContain('pull_request_target');
    expect(Object.keys(on)).not.toContain('workflow_run');
  });

  test('has a timeout for every job', () => {
    const own = Object.values(jobs).filter(({ uses }) => uses === undefined);
    expect(own.every((each) => (each['timeout-minutes'] ?? 0) > 0)).toBe(true);
  });
});

test('every pinned action names its version, the same one everywhere', () => {
  const uses = workflows.flatMap(([file]) =>
    [
      ...readFileSync(join(folder, file), 'utf8').matchAll(
        /uses: (actions\/[\w-]+)@(\S+)(?: # (v\d+\.\d+\.\d+))?$/gm,
      ),
    ].map(([, action, commit, version]) => ({ action, pin: `${commit} ${version}` })),
  );
  expect(uses.length).toBeGreaterThan(10);
  expect(uses.filter(({ pin }) => !/^[0-9a-f]{40} v\d/.test(pin))).toEqual([]);
  const pins = Map.groupBy(uses, ({ action }) => action);
  for (const [action, each] of pins)
    expect([action, new Set(each.map(({ pin }) => pin)).size]).toEqual([action, 1]);
});

describe.skipIf(process.platform === 'win32')(
  'commands of the workflows',
  { meta: { needs: 'a bash of POSIX' } },
  () => {
    const commands = workflows.flatMap(([file, { jobs }]) =>
      Object.entries(jobs).flatMap(([name, { steps: all }]) =>
        all.flatMap(({ run }, index) =>
          run === undefined ? [] : [[`${file} ${name} ${index}`, run] as const],
        ),
      ),
    );

    test.each(commands)('%s is valid bash', (_where, run) => {
      const script = run.replaceAll(/\$\{\{.*?\}\}/g, 'value');
      expect(spawnSync('bash', ['-n'], { input: script, encoding: 'utf8' })).toMatchObject({
        status: 0,
        stderr: '',
      });
    });
  },
);

test('known holes in dependencies warn about changes, and fail only the weekly audit', () => {
  const audits = workflows.flatMap(([file, { on, jobs }]) =>
    Object.values(jobs)
      .flatMap(({ steps: all }) => all)
      .flatMap(({ run }) => (run?.includes('npm audit') ? [{ file, on: Object.keys(on), run }] : [])),
  );
  expect(audits).toEqual([
    { file: 'audit.yml', on: ['schedule', 'workflow_dispatch'], run: 'npm audit' },
    {
      file: 'test.yml',
      on: expect.anything(),
      run: expect.stringMatching(/^npm audit \|\| echo "::warning/),
    },
  ]);
});

test('the sandbox is allowed before anything starts Electron on Ubuntu', () => {
  const starts = /npm test|start-installed/;
  for (const [job, wholeJob] of [
    ['test', workflows.find(([file]) => file === 'test.yml')?.[1].jobs['test']],
    ['build', release.jobs['build']],
  ] as const) {
    const runs = (wholeJob?.steps ?? []).map(({ run }) => run ?? '');
    const allowed = runs.findIndex((run) => run.includes('apparmor_restrict_unprivileged_userns=0'));
    expect([job, allowed >= 0]).toEqual([job, true]);
    expect(runs.findIndex((run) => starts.test(run))).toBeGreaterThan(allowed);
  }
});

describe('a release', () => {
  test('is triggered only by a version tag', () => {
    expect(release.on).toEqual({
      push: { tags: ['v[0-9]+.[0-9]+.[0-9]+', 'v[0-9]+.[0-9]+.[0-9]+-beta.[0-9]+'] },
    });
    expect(release.permissions).toEqual({});
  });

  test('builds after all tests, and publishes after all systems are built', () => {
    expect(release.jobs['test']).toMatchObject({ needs: 'check', uses: './.github/workflows/test.yml' });
    expect(release.jobs['build']?.needs).toBe('test');
    expect(release.jobs['publish']?.needs).toBe('build');
    const [, tests] = workflows.find(([file]) => file === 'test.yml') ?? [];
    expect(Object.keys(tests?.on ?? {})).toContain('workflow_call');
  });

  test('has write permissions only in its last job, and only those it needs', () => {
    expect(release.jobs['publish']?.permissions).toEqual({
      contents: 'write',
      attestations: 'write',
      'id-token': 'write',
    });
    const others = Object.entries(release.jobs).filter(([name]) => name !== 'publish');
    for (const [, each] of others) expect(each.permissions).toEqual({ contents: 'read' });
  });

  test('gets its secrets from its environment, only in the steps that need them', () => {
    const withSecrets = Object.entries(release.jobs).filter(([, each]) =>
      each.steps.some(({ env }) => Object.values(env ?? {}).some((value) => value.includes('secrets.'))),
    );
    expect(withSecrets.map(([name]) => name).sort()).toEqual(['build', 'publish']);
    for (const [, each] of withSecrets) expect(each.environment).toBe('release');
    const inCommands = Object.values(release.jobs).flatMap((each) =>
      each.steps.filter(({ run }) => run?.includes('${{ secrets.')),
    );
    expect(inCommands).toEqual([]);
  });

  test('is packed on three systems, looked into and started before it is kept', () => {
    const packing = steps('build').filter(({ run }) => run?.includes('node scripts/package.ts'));
    expect(packing).toHaveLength(3);
    const order = steps('build').map(({ run, uses }) => run ?? uses ?? '');
    const place = (what: RegExp): number => order.findIndex((each) => what.test(each));
    const ways = [
      /scripts\/check-package-types\.ts/,
      /scripts\/start-installed\.ts/,
      /^actions\/upload-artifact@/,
    ].map(place);
    expect(ways).not.toContain(-1);
    expect(ways).toEqual(ways.toSorted((one, other) => one - other));
  });

  test('has checksums, an SBOM and attestations before it is published', () => {
    const order = steps('publish').map(({ run, uses }) => run ?? uses ?? '');
    const place = (what: RegExp): number => order.findIndex((each) => what.test(each));
    const ways = [
      /npm sbom .*--sbom-format cyclonedx/,
      /sha256sum > SHA256SUMS/,
      /^actions\/attest-build-provenance@/,
      /^actions\/attest-sbom@/,
      /gh release create/,
      /aws s3 cp/,
    ].map(place);
    expect(ways).not.toContain(-1);
    expect(ways).toEqual(ways.toSorted((one, other) => one - other));
    const proof = steps('publish').find(({ uses }) => uses?.startsWith('actions/attest-build-provenance@'));
    expect(proof?.with).toEqual({ 'subject-checksums': 'dist/SHA256SUMS' });
  });
});
