import { NetworkPart } from './network/network-part.tsx';
import { SignInCheckPart } from './sign-in-check/sign-in-check-part.tsx';

/** The way to each address, and a check of each step of the sign-in. */
export function NetworkAndSignInPart() {
  return (
    <>
      <NetworkPart />
      <SignInCheckPart />
    </>
  );
}
