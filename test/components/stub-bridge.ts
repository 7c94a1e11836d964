import type { Bridge } from '../../shared/ipc/bridge.ts';
import { CodedError, fail, ok } from '../../shared/result.ts';

/** Installs a bridge with these answers by channel, which sends no notices. An answer may throw a {@link CodedError}, as in main. */
export function stubBridge(answers: Readonly<Record<string, (input: unknown) => unknown>>): void {
  const bridge: Bridge = {
    call: async (channel, input) => {
      const answer = answers[channel];
      if (!answer) return fail('no_pdf', { reason: `This test has no answer to ${channel}.` });
      try {
        return ok(await answer(input));
      } catch (error) {
        if (error instanceof CodedError) return error.failure;
        throw error;
      }
    },
    onChange: () => () => undefined,
    onNavigate: () => () => undefined,
  };
  Reflect.set(window, 'callboard', bridge);
}
