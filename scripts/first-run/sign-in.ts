import { CookieBrowser } from '../../test/practice/support/cookie-browser.ts';

/** Signs in on the practice service's pages, in a browser's place; returns the address that the browser would open last. */
export async function signInAtPractice(address: string): Promise<string> {
  const browser = new CookieBrowser(new URL(address).origin);
  const signInPage = await browser.open(address);
  const consentPage = await browser.submit(signInPage, 'sign-in', { name: 'Robin Recruiter' });
  const { status, headers } = await browser.submit(consentPage, 'allow');
  const location = headers.get('location');
  if (location === null) throw new Error(`The sign-in ended without a return address (${status}).`);
  return location;
}
