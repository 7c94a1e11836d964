import { escapeHtml } from '../../shared/escape-html.ts';
import { pageFrame } from './page-frame.ts';

/** The page with the return address to copy, for a browser that can't open the app. */
export function returnAddressPage(address: string): string {
  return pageFrame(
    'Return address',
    `<h1>Copy this address into Callboard</h1>
<p>Select all of it, copy it, choose <strong>Paste return address</strong> in Callboard and paste it there. It works
once, within a minute.</p>
<label for="address">Your return address</label>
<textarea id="address" rows="5" readonly autofocus>${escapeHtml(address)}</textarea>`,
  );
}
