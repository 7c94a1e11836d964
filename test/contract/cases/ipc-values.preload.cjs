const { ipcRenderer } = require('electron');

class Person {
  name = 'Ada';
  #secret = 1;
  get greeting() {
    return this.#secret;
  }
  speak() {}
}
const cycle = { name: 'cycle' };
cycle.self = cycle;
const cloned = {
  undefined: undefined,
  null: null,
  'odd numbers': [Number.NaN, -0, Number.NEGATIVE_INFINITY],
  'big integer': 12345678901234567890n,
  date: new Date(5),
  'invalid date': new Date(Number.NaN),
  regexp: /a+/gi,
  map: new Map([['a', { b: 1 }]]),
  set: new Set([1, 'x']),
  'array buffer': new Uint8Array([1, 2]).buffer,
  views: [new Uint8Array([1]), new Float64Array([0.5])],
  error: Object.assign(new TypeError('no'), { code: 7 }),
  'class instance': new Person(),
  getter: {
    get twice() {
      return 2;
    },
  },
  'hidden field': Object.defineProperty({ shown: 1 }, 'hidden', { value: 2 }),
  'symbol key': { [Symbol('s')]: 1, text: 'a' },
  'undefined field': { field: undefined },
  cycle,
};
const refused = {
  function: () => 1,
  'function inside': { deep: [() => 1] },
  symbol: Symbol('s'),
  promise: Promise.resolve(1),
  'weak map': new WeakMap(),
  element: document,
};

async function run() {
  for (const [name, value] of Object.entries(cloned)) await ipcRenderer.invoke('take', name, value);
  for (const [name, value] of Object.entries(refused)) {
    const rejects = await ipcRenderer.invoke('take', name, value).then(() => 'nothing', String);
    tell('page cannot send', { name, rejects });
  }
  let throws = 'nothing';
  try {
    ipcRenderer.send('page', 'sent', { call: () => 1 });
  } catch (error) {
    throws = String(error);
  }
  tell('send', { throws });
  for (const name of ['buffer', 'map', 'date', 'error', 'class instance', 'undefined', 'undefined field']) {
    tell('page got', { name, value: shown(await ipcRenderer.invoke('give', name)) });
  }
  for (const name of ['function', 'promise']) {
    tell('main cannot send', {
      name,
      rejects: await ipcRenderer.invoke('give', name).then(() => 'nothing', String),
    });
  }
  ipcRenderer.send('done');
}

function tell(what, facts) {
  ipcRenderer.send('page', what, facts);
}

function shown(value) {
  const kind = value?.constructor?.name ?? String(value);
  if (value instanceof Error) return `${kind}: ${value.message}, ${Object.keys(value).length} more fields`;
  if (value instanceof Map) return `Map: ${[...value].map(([key, item]) => `${key} => ${shown(item)}`)}`;
  if (value instanceof Set) return `Set: ${[...value].map((item) => shown(item))}`;
  if (typeof value === 'bigint') return `${value}n`;
  if (value === undefined) return 'undefined';
  const fields = Object.keys(value).map((key) => `${key}: ${value[key]}`);
  return `${kind}: ${value instanceof Date ? value.getTime() : fields}`;
}

run().catch((error) => tell('failed', { error: String(error) }));
