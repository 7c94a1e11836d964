import { change, integer, one, read, write } from '../operation.ts';

export const connectionReuseStore = {
  get: read((db, origin: string): number | undefined => {
    const row = one(db, 'SELECT learned_at FROM connection_reuse WHERE origin = ?', origin);
    return row && integer(row, 'learned_at');
  }),

  keep: write((db, origin: string, learnedAt: number): void => {
    change(
      db,
      `INSERT INTO connection_reuse (origin, learned_at) VALUES (?, ?)
       ON CONFLICT DO UPDATE SET learned_at = excluded.learned_at`,
      origin,
      learnedAt,
    );
  }),
};
