import type { Handlers } from '../../../shared/ipc/contract.ts';
import { ok } from '../../../shared/result.ts';
import type { HandlerContext } from './context.ts';

export function networkHandlers({ network }: Pick<HandlerContext, 'network'>): Handlers['network'] {
  return {
    state: async () => ok(await network.state()),
    saveProxy: (proxy) => network.saveProxy(proxy),
    saveCredentials: (credentials) => network.saveCredentials(credentials),
    forgetCredentials: ({ proxy }) => network.forgetCredentials(proxy),
    chooseCertificateFile: () => network.chooseCertificateFile(),
    removeCertificateFile: () => network.removeCertificateFile(),
  };
}
