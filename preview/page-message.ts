import { z } from 'zod';
import type { FromPage } from './page/messages.ts';

const fromPage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hello'), href: z.string() }),
  z.object({ kind: z.literal('loaded') }),
  z.object({ kind: z.literal('location'), href: z.string() }),
  z.object({ kind: z.literal('state'), visible: z.boolean(), focused: z.boolean() }),
  z.object({ kind: z.literal('invoke'), id: z.number().int(), channel: z.string(), args: z.unknown() }),
  z.object({ kind: z.literal('send'), channel: z.string(), args: z.unknown() }),
  z.object({ kind: z.literal('open'), href: z.string(), frameName: z.string(), features: z.string() }),
  z.object({ kind: z.literal('leave'), href: z.string() }),
  z.object({
    kind: z.literal('permission'),
    id: z.number().int(),
    question: z.object({
      handler: z.enum(['check', 'request']),
      permission: z.string(),
      mediaTypes: z.array(z.enum(['audio', 'video'])).optional(),
    }),
  }),
]);

/** Parses a message from a page; `undefined` if it is invalid. */
export function parsePageMessage(text: string): FromPage | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  return fromPage.safeParse(json).data;
}
