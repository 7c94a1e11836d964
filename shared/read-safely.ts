import { z } from 'zod';
import { issueMessage } from './input-problems.ts';

type Read<Value> =
  | { readonly success: true; readonly data: Value; readonly error?: undefined }
  | { readonly success: false; readonly data?: undefined; readonly error: z.ZodError };

/**
 * `schema.safeParse` for untrusted input. zod 4.6 reads `length` of any value where it expects a string or array, and
 * throws a TypeError for objects such as `{"length":{"valueOf":1}}`.
 */
export function readSafely<Schema extends z.ZodType>(schema: Schema, value: unknown): Read<z.output<Schema>> {
  try {
    const { data, error } = schema.safeParse(value);
    return error ? { success: false, error: new z.ZodError(error.issues) } : { success: true, data };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const message = issueMessage('wrong_kind');
    return {
      success: false,
      error: new z.ZodError([{ code: 'custom', path: [], message, input: value }]),
    };
  }
}
