import { globSync } from 'node:fs';
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

  test("uses only GitHub's own actions, each with a version", () => {
    const used = all.flatMap(({ uses }) => (uses === undefined ? [] : [uses]));
    expect(used.filter((name) => !/^actions\/[\w-]+@(v\d+|[0-9a-f]{40})$/.test(name))).toEqual([]);
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

  test('is signed or fails on macOS and Windows, and is started as packed', () => {
    const packing = steps('build').filter(({ run }) => run?.includes('npm run package'));
    expect(packing).toHaveLength(3);
    const signed = packing.filter(({ run }) => run?.includes('forceCodeSigning=true'));
    expect(signed).toHaveLength(2);
    const order = steps('build').map(({ run, uses }) => run ?? uses ?? '');
    const started = order.findIndex((what) => what.includes('scripts/start-installed.ts'));
    const kept = order.findIndex((what) => what.startsWith('actions/upload-artifact'));
    expect(started).toBeGreaterThan(0);
    expect(kept).toBeGreaterThan(started);
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
