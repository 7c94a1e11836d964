import { all, read, text } from '../operation.ts';
import { sealedValues } from './sealed-values.ts';

export const proxySecretStore = {
  ...sealedValues('proxy_secrets', 'proxy'),

  /** The proxies with stored values, whether those can be decrypted or not. */
  proxies: read((db): string[] =>
    all(db, 'SELECT DISTINCT proxy FROM proxy_secrets ORDER BY proxy').map((row) => text(row, 'proxy')),
  ),
};
