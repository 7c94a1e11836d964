const { contextBridge, ipcRenderer } = require('electron');

class Person {
  name = 'Ada';
  speak() {}
}
class OwnError extends TypeError {
  code = 7;
}
let kept;
const changing = { count: 1 };
const api = {
  text: 'text',
  list: [1, { deep: true }],
  changing,
  change: () => {
    changing.count += 1;
    return changing;
  },
  person: () => new Person(),
  date: () => new Date(5),
  map: () => new Map([['a', 1]]),
  bytes: () => new Uint8Array([1, 2]),
  throwError: () => {
    throw new OwnError('thrown');
  },
  throwText: () => {
    throw 'only text';
  },
  rejectError: () => Promise.reject(new OwnError('rejected')),
  later: async () => ({ call: () => 'called' }),
  keep: (value) => {
    kept = value;
  },
  giveBack: () => kept,
  describeKept: () => ({ isPlain: Object.getPrototypeOf(kept) === Object.prototype, name: kept.name }),
  tell: (what, facts) => ipcRenderer.send('page', what, facts),
  done: () => ipcRenderer.send('done'),
};
contextBridge.exposeInMainWorld('api', api);
try {
  contextBridge.exposeInMainWorld('api', api);
} catch (error) {
  ipcRenderer.send('page', 'exposed twice', { throws: error.message });
}
