import { z } from 'zod';
import type { Insights } from '../../insights.ts';
import { call } from '../call.ts';

export const insights = {
  summary: call(
    z.object({ sinceDays: z.int().min(1).max(3650).nullable().default(null) }),
  ).answers<Insights>(),
};
