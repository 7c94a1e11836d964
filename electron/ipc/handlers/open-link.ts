import { fail, ok, type Result } from '../../../shared/result.ts';
import type { HandlerContext } from './context.ts';

/** Opens an address in the system browser. Error `link_not_secure` unless it is https. */
export async function openLink(
  { openInBrowser }: Pick<HandlerContext, 'openInBrowser'>,
  address: string,
): Promise<Result<null>> {
  if (URL.parse(address)?.protocol !== 'https:') return fail('link_not_secure');
  await openInBrowser(address);
  return ok(null);
}
