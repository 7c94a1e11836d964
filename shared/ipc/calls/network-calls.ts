import { z } from 'zod';
import { type NetworkState, proxyCredentialsInput, proxyInput } from '../../network.ts';
import { call, nothing } from '../call.ts';

export const network = {
  state: call(nothing).answers<NetworkState>(),
  /** Applies to connections made after the answer. */
  saveProxy: call(proxyInput).answers<null>(),
  /** Stores credentials; no call ever returns the password. */
  saveCredentials: call(proxyCredentialsInput).answers<null>(),
  forgetCredentials: call(z.object({ proxy: z.string().min(1).max(300) })).answers<null>(),
  /** Asks for a file of CA certificates in a system dialog. */
  chooseCertificateFile: call(nothing).answers<null>(),
  removeCertificateFile: call(nothing).answers<null>(),
};
