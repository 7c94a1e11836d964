import { integer, one, read, upsert, write } from '../operation.ts';

export const connectionReuseStore = {
  get: read((db, origin: string): number | undefined => {
    const row = one(db, 'SELECT learned_at FROM connection_reuse WHERE origin = ?', origin);
    return row && integer(row, 'learned_at');
  }),

  keep: write((db, origin: string, learnedAt: number): void => {
    upsert(db, 'connection_reuse', { origin }, { learned_at: learnedAt });
  }),
};
