import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { moduleOf, nodesIn, parseProgram } from '../../scripts/security/syntax.ts';

const exposed: [string, Record<string, (...given: unknown[]) => unknown>][] = [];
const listeners = new Map<string, (...given: unknown[]) => void>();
const invoke = vi.fn(async () => 'answer');

vi.mock('electron', () => ({
  contextBridge: {
    exposeInMainWorld: (name: string, value: Record<string, (...given: unknown[]) => unknown>) =>
      exposed.push([name, value]),
  },
  ipcRenderer: {
    invoke,
    on: (channel: string, listener: (...given: unknown[]) => void) => listeners.set(channel, listener),
    removeListener: (channel: string) => listeners.delete(channel),
  },
}));

beforeAll(async () => {
  await import('../../electron/preload.ts');
});

test('the page is given one object with three functions, and nothing of Electron', () => {
  expect(exposed.map(([name, value]) => [name, Object.keys(value).sort()])).toEqual([
    ['callboard', ['call', 'onChange', 'onNavigate']],
  ]);
});

test('a call reaches only channels of the contract, with one argument', async () => {
  const [[, bridge] = []] = exposed;
  await bridge?.['call']?.('app.state', 1, 2, 3);
  await bridge?.['call']?.('notice:change', undefined);
  expect(invoke.mock.calls).toEqual([
    ['call:app.state', 1],
    ['call:notice:change', undefined],
  ]);
});

test('a notice arrives without its event, and not after the page stopped listening', () => {
  const [[, bridge] = []] = exposed;
  const heard: unknown[][] = [];
  const stop = bridge?.['onChange']?.((...given: unknown[]) => heard.push(given));
  listeners.get('notice:change')?.({ sender: 'main' }, { topic: 'app' });
  expect(heard).toEqual([[{ topic: 'app' }]]);
  // removeListener returns ipcRenderer, which a page must not get.
  expect(stop instanceof Function && stop()).toBeUndefined();
  expect(listeners.has('notice:change')).toBe(false);
});

test('it imports only Electron and the names of the bridge', () => {
  const text = readFileSync(join(import.meta.dirname, '../../electron/preload.ts'), 'utf8');
  const modules = nodesIn(parseProgram('preload.ts', text)).flatMap((node) => moduleOf(node) ?? []);
  expect(modules).toEqual(['electron', '../shared/ipc/bridge.ts']);
});
