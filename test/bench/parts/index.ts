import type { Part } from '../part.ts';
import { capacity } from './capacity.ts';
import { exportPart } from './export.ts';
import { grid } from './grid.ts';
import { history } from './history.ts';
import { idle } from './idle.ts';
import { importPart } from './import.ts';
import { loop } from './loop.ts';
import { memory } from './memory.ts';
import { million } from './million.ts';
import { mirror } from './mirror.ts';
import { queue } from './queue.ts';
import { refresh } from './refresh.ts';
import { start } from './start.ts';
import { submit } from './submit.ts';
import { team } from './team.ts';
import { tools } from './tools.ts';
import { typing } from './typing.ts';

/** All parts of the benchmark, in the order in which they run: the longest last. */
export const parts: readonly Part[] = [
  grid,
  submit,
  typing,
  queue,
  team,
  loop,
  refresh,
  importPart,
  capacity,
  exportPart,
  start,
  history,
  memory,
  mirror,
  tools,
  idle,
  million,
];
