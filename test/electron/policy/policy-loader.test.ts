import { expect, onTestFinished, test, vi } from 'vitest';
import { PolicyLoader, type PolicySource } from '../../../electron/policy/policy-loader.ts';
import { type FoundPolicy, readPolicyText } from '../../../electron/policy/policy-text.ts';

/** A source whose content the test changes. */
class TestSource implements PolicySource {
  readonly place: string;
  content: string;
  reads = 0;

  constructor(place: string, content = '') {
    this.place = place;
    this.content = content;
  }

  async read(): Promise<FoundPolicy> {
    this.reads += 1;
    return readPolicyText(Buffer.from(this.content));
  }
}

test('only the computer’s policy is used, and the user’s is reported as ignored', async () => {
  const computer = new TestSource('HKLM', '{"undo_seconds":30}');
  const user = new TestSource('HKCU', '{"locked":true,"undo_seconds":5}');
  let now = 0;
  const keeper = new PolicyLoader({ sources: [computer, user], monotonic: () => now });
  await keeper.read();
  expect(keeper.state).toEqual({
    source: 'HKLM',
    otherSources: ['HKCU'],
    problems: [],
    managed: ['undoSeconds'],
    managedRules: [],
    rules: {},
    questionnaires: [],
    descriptionsLocked: false,
    retention: null,
    connectionsLocked: false,
    practiceAllowed: true,
    exportsAllowed: true,
  });
  computer.content = ' ';
  await keeper.read();
  now += 60_000;
  await keeper.read();
  expect(keeper.state).toMatchObject({ source: 'HKCU', otherSources: [], connectionsLocked: true });
});

test('an unreadable computer policy does not make the user’s count', async () => {
  const sources = [new TestSource('HKLM', '{"locked":'), new TestSource('HKCU', '{"locked":false}')];
  const keeper = new PolicyLoader({ sources });
  await keeper.read();
  expect(keeper.state).toMatchObject({ source: 'HKLM', connectionsLocked: true, practiceAllowed: false });
  expect(keeper.state.problems).toHaveLength(1);
});

test('listeners are called only when the policy is different', async () => {
  const source = new TestSource('file', '{}');
  const keeper = new PolicyLoader({ sources: [source] });
  await keeper.read();
  let told = 0;
  keeper.onChange(() => {
    told += 1;
  });
  source.content = ' {} ';
  await keeper.read();
  expect(told).toBe(0);
  source.content = '{"locked":true}';
  await keeper.read();
  expect(told).toBe(1);
});

test('a policy that is gone still applies until it was gone for a minute: it may be about to be written anew', async () => {
  let now = 0;
  const policy = '{"locked":true,"do_not_call":{"numbers":["+493012345678"]}}';
  const source = new TestSource('file', policy);
  const keeper = new PolicyLoader({ sources: [source], monotonic: () => now });
  let told = 0;
  keeper.onChange(() => {
    told += 1;
  });
  const read = async (content: string, ms: number) => {
    now += ms;
    source.content = content;
    await keeper.read();
    return keeper.policy.doNotCall.numbers.length;
  };
  expect(await read(policy, 0)).toBe(1);
  expect(await read('', 3_600_000)).toBe(1);
  expect(await read('', 59_999)).toBe(1);
  expect(await read(policy, 1)).toBe(1);
  expect(await read('', 3_600_000)).toBe(1);
  expect(told).toBe(1);
  expect(await read('', 60_000)).toBe(0);
  expect(keeper.state.source).toBeNull();
  expect(told).toBe(2);
});

test('at a start too, a policy that was there applies until it was gone for a minute', async () => {
  let now = 0;
  const sources = [new TestSource('HKLM'), new TestSource('file')];
  const keeper = new PolicyLoader({ sources, lastPlace: 'file', monotonic: () => now });
  await keeper.read();
  // As if it could not be read: what the last one said applies, and its numbers stay on the list.
  expect(keeper.state).toMatchObject({ source: 'file', problems: [{ code: 'just_gone' }] });
  expect(keeper.policy.doNotCall.complete).toBe(false);
  expect(keeper.policy.rules.unclear).toMatchObject({ callingHours: expect.anything() });
  now += 60_000;
  await keeper.read();
  expect(keeper.state).toMatchObject({ source: null, problems: [] });
});

test('a policy that is gone is looked for again a minute later', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const source = new TestSource('file', '{"locked":true}');
  const keeper = new PolicyLoader({ sources: [source] });
  await keeper.read();
  keeper.rereadHourly(() => undefined);
  await vi.advanceTimersByTimeAsync(3_599_000);
  expect(source.reads).toBe(1);
  source.content = '';
  await vi.advanceTimersByTimeAsync(1000);
  expect(source.reads).toBe(2);
  expect(keeper.state.connectionsLocked).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(keeper.state.connectionsLocked).toBe(false);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(source.reads).toBe(4);
  keeper.close();
});

test('repeated focus reads the policy at most once a minute', async () => {
  let now = 1_000_000;
  const source = new TestSource('file');
  const keeper = new PolicyLoader({ sources: [source], monotonic: () => now });
  await keeper.read();
  await keeper.rereadOnFocus();
  now += 59_999;
  await keeper.rereadOnFocus();
  expect(source.reads).toBe(1);
  now += 1;
  await Promise.all([keeper.rereadOnFocus(), keeper.rereadOnFocus()]);
  expect(source.reads).toBe(2);
});
