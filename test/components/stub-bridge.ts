import type { Bridge } from '../../shared/ipc/bridge.ts';
import { fail, ok } from '../../shared/result.ts';

/** Puts a main process behind the page that gives these answers, by the name of the call, and says nothing by itself. */
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
