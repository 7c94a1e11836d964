// node conf-store.js FOLDER TURNS: opens FOLDER/config.json with conf, the core of electron-store, and says how long
// opening with the first read, setting one record and getting one take, ms, as JSON: the median of so many turns.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Conf from 'conf';

const [cwd = '', turns = '1'] = process.argv.slice(2);
const keys = Object.keys(JSON.parse(readFileSync(join(cwd, 'config.json'), 'utf8')));
const key = keys[Math.floor(keys.length / 2)] ?? '';
const took = { open: [], set: [], get: [] };
for (let turn = 0; turn < Number(turns); turn += 1) {
  let store;
  took.open.push(
    timed(() => {
      store = new Conf({ cwd, projectName: 'callboard-bench' });
      store.get(key);
    }),
  );
  const record = store.get(key);
  took.set.push(timed(() => store.set(key, { ...record, turn })));
  took.get.push(timed(() => store.get(key)));
}
process.stdout.write(
  JSON.stringify(Object.fromEntries(Object.entries(took).map(([name, times]) => [name, middle(times)]))),
);

function timed(run) {
  const started = performance.now();
  run();
  return performance.now() - started;
}

function middle(times) {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
}
