import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ProxyCredentialsInput, ProxyInput } from '../../shared/network.ts';
import { api, queries } from './api.ts';

/** Proxy and certificate settings and their state. */
export function useNetwork() {
  return useQuery(queries.network.state());
}

/** Saves the proxy settings; they apply to new connections. */
export function useSaveProxy() {
  return useNetworkChange((proxy: ProxyInput) => api.network.saveProxy(proxy));
}

export function useSaveProxyCredentials() {
  return useNetworkChange((credentials: ProxyCredentialsInput) => api.network.saveCredentials(credentials));
}

export function useForgetProxyCredentials() {
  return useNetworkChange((proxy: string) => api.network.forgetCredentials({ proxy }));
}

/** Opens a file dialog for additional CA certificates. */
export function useChooseCertificateFile() {
  return useNetworkChange(() => api.network.chooseCertificateFile());
}

export function useRemoveCertificateFile() {
  return useNetworkChange(() => api.network.removeCertificateFile());
}

/** A mutation that stays pending until the network queries are refetched. */
function useNetworkChange<Input = void>(change: (input: Input) => Promise<null>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: queries.network.queryKey }),
  });
}
