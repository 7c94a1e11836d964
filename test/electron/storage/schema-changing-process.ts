/** node schema-changing-process.ts DATABASE: changes the schema of a database in a loop, as migrations do. */
import { DatabaseSync } from 'node:sqlite';

const db = new DatabaseSync(process.argv[2] ?? '', { timeout: 2000 });
for (let time = 0; ; time += 1) {
  db.exec(`CREATE TABLE step_${time} (a)`);
  db.exec(`DROP TABLE step_${time}`);
  if (time === 0) process.stdout.write('changing\n');
}
