import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ProxyCredentialsInput, ProxyInput } from '../../shared/network.ts';
import { api } from './api.ts';
import { queryKeys } from './query-keys.ts';

/** How Callboard reaches its addresses, and by which certificate authorities. */
export function useNetwork() {
  return useQuery({ queryKey: queryKeys.network, queryFn: () => api.network.state() });
}

/** The last test of an address, as far as it has come. */
export function useNetworkTest() {
  return useQuery({ queryKey: queryKeys.networkTest, queryFn: () => api.network.test() });
}

/** Saves where the proxy is taken from; holds for connections made from the answer on. */
export function useSaveProxy() {
  return useNetworkChange((proxy: ProxyInput) => api.network.saveProxy(proxy));
}

/** Saves a user name and password for one proxy. */
export function useSaveProxyCredentials() {
  return useNetworkChange((credentials: ProxyCredentialsInput) => api.network.saveCredentials(credentials));
}

/** Forgets the user name and password of a proxy. */
export function useForgetProxyCredentials() {
  return useNetworkChange((proxy: string) => api.network.forgetCredentials({ proxy }));
}

/** Has the person choose a file of certificate authorities. */
export function useChooseCertificateFile() {
  return useNetworkChange(() => api.network.chooseCertificateFile());
}

/** Lets the added certificate authorities hold no longer. */
export function useRemoveCertificateFile() {
  return useNetworkChange(() => api.network.removeCertificateFile());
}

/** Begins to test an address; one that still runs is ended. */
export function useStartNetworkTest() {
  return useNetworkChange((url: string) => api.network.startTest({ url }));
}

/** Ends the test that runs. */
export function useCancelNetworkTest() {
  return useNetworkChange(() => api.network.cancelTest());
}

/** What is shown is asked for again before the change counts as done. */
function useNetworkChange<Input = void>(change: (input: Input) => Promise<null>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.network }),
  });
}
