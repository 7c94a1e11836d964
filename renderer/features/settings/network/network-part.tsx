import { Skeleton } from '@mantine/core';
import { useNetwork } from '../../../api/network.ts';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { AddressList } from './address-list.tsx';
import { CertificateSettings } from './certificate-settings.tsx';
import { ProxyAccounts } from './proxy-accounts.tsx';
import { ProxySettings } from './proxy-settings.tsx';

/** Proxy, certificate authorities, and the resulting route to each address. */
export function NetworkPart() {
  const { data, error, refetch } = useNetwork();
  if (error) {
    const title = "Couldn't load the network settings.";
    return <ErrorNotice error={error} title={title} onRetry={() => void refetch()} />;
  }
  if (!data) return <Skeleton height={260} radius="md" />;
  return (
    <>
      <ProxySettings saved={data.proxy} />
      {data.accounts.length > 0 && <ProxyAccounts accounts={data.accounts} />}
      <CertificateSettings trust={data.trust} />
      <AddressList addresses={data.addresses} />
    </>
  );
}
