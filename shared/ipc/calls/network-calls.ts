import { z } from 'zod';
import { type AddressTest, type NetworkState, proxyCredentialsInput, proxyInput } from '../../network.ts';
import { call, nothing } from '../call.ts';

export const network = {
  state: call(nothing).answers<NetworkState>(),
  /** Holds for connections made from the answer on. */
  saveProxy: call(proxyInput).answers<null>(),
  /** The password goes in and never out again. */
  saveCredentials: call(proxyCredentialsInput).answers<null>(),
  forgetCredentials: call(z.object({ proxy: z.string().min(1).max(300) })).answers<null>(),
  /** Asks for a file of certificate authorities in a dialog of the system. */
  chooseCertificateFile: call(nothing).answers<null>(),
  removeCertificateFile: call(nothing).answers<null>(),
  /** Begins to test one of the addresses of `state`; notices of the topic `network` tell how far it is. */
  startTest: call(z.object({ url: z.string().min(1).max(8192) })).answers<null>(),
  cancelTest: call(nothing).answers<null>(),
  /** The last test, as far as it has come. */
  test: call(nothing).answers<AddressTest | null>(),
};
