import { z } from 'zod';
import { type AddressTest, type NetworkState, proxyCredentialsInput, proxyInput } from '../../network.ts';
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
  /** Starts a test of one of the addresses in `state`; notices with topic `network` report progress. */
  startTest: call(z.object({ url: z.string().min(1).max(8192) })).answers<null>(),
  cancelTest: call(nothing).answers<null>(),
  /** The last test, which may still be running. */
  test: call(nothing).answers<AddressTest | null>(),
};
