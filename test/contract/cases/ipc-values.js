import { inspect } from 'node:util';
import { app, ipcMain, protocol } from 'electron';
import { APP_SCHEME, openPage, pageResponse, trace } from '../app/trace.js';

class Person {
  name = 'Ada';
  speak() {}
}
const answers = {
  buffer: Buffer.from('ab'),
  map: new Map([['a', new Set([1n])]]),
  date: new Date(5),
  error: Object.assign(new RangeError('too far'), { code: 7 }),
  'class instance': new Person(),
  undefined: undefined,
  'undefined field': { field: undefined },
  function: { deep: [() => 1] },
  promise: { later: Promise.resolve(1) },
};

protocol.registerSchemesAsPrivileged([APP_SCHEME]);
ipcMain.handle('take', (_event, name, value) => trace('main got', { name, value: shown(value) }));
ipcMain.handle('give', (_event, name) => answers[name]);
ipcMain.on('page', (_event, what, facts) => trace(what, facts));
ipcMain.on('done', () => app.exit());
app.whenReady().then(() => {
  protocol.handle('app', () => pageResponse());
  openPage('ipc-values.preload.cjs');
});

function shown(value) {
  if (value instanceof Error)
    return `${value.name}: ${value.message}, ${Object.keys(value).length} more fields`;
  if (value instanceof ArrayBuffer) return `ArrayBuffer: ${new Uint8Array(value)}`;
  return inspect(value, { depth: 5, breakLength: Number.POSITIVE_INFINITY });
}
