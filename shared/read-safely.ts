import { z } from 'zod';
import { says } from './input-problems.ts';

export type Read<Value> =
  | { readonly success: true; readonly data: Value; readonly error?: undefined }
  | { readonly success: false; readonly data?: undefined; readonly error: z.ZodError };

/**
 * `schema.safeParse` for what others wrote, which throws nothing either: zod 4.6 asks whatever stands where a text or a
 * list should for its `length`, and ends in a TypeError where that is an object like `{"length":{"valueOf":1}}`.
 */
export function readSafely<Schema extends z.ZodType>(schema: Schema, value: unknown): Read<z.output<Schema>> {
  try {
    const { data, error } = schema.safeParse(value);
    return error ? { success: false, error: new z.ZodError(error.issues) } : { success: true, data };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const message = says('wrong_kind');
    return {
      success: false,
      error: new z.ZodError([{ code: 'custom', path: [], message, input: value }]),
    };
  }
}
