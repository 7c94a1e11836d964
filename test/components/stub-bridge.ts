import type { Bridge } from '../../shared/ipc/bridge.ts';
import { fail, ok } from '../../shared/result.ts';

/** Installs a bridge with these answers by channel, which sends no notices. */
export function stubBridge(answers: Readonly<Record<string, (input: unknown) => unknown>>): void {
  const bridge: Bridge = {
    call: async (channel, input) => {
      const answer = answers[channel];
      return answer
        ? ok(await answer(input))
        : fail('no_pdf', { reason: `This test has no answer to ${channel}.` });
    },
    onChange: () => () => undefined,
    onNavigate: () => () => undefined,
  };
  Reflect.set(window, 'callboard', bridge);
}
