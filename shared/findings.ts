import type { Coded } from './coded.ts';
import type { HopKind, Route } from './network.ts';
import type { ProxyProblem } from './proxy-problems.ts';

/** Results of the connection check: each code with its values. */
export interface FindingValues {
  route_found: Route;
  address_given: null;
  addresses_found: { readonly addresses: readonly string[] };
  connected: { readonly to: string };
  tunnel_open: { readonly userName: string | null };
  tls_trusted: { readonly protocol: string };
  http_answered: { readonly status: number };

  timed_out: { readonly about: string };
  name_unknown: { readonly about: string };
  no_name_server: null;
  connection_refused: { readonly about: string };
  no_way: { readonly about: string };
  /** `reason`: message of the system or a library; null if none. */
  step_failed: { readonly kind: HopKind; readonly reason: string | null };
  certificate_expired: null;
  certificate_not_yet_valid: null;
  certificate_of_another: { readonly host: string };
  /** `issuer`: null if the server sent no certificate. */
  certificate_not_trusted: { readonly issuer: string | null };

  proxy_sign_in_needed: { readonly proxy: string; readonly problem: ProxyProblem };
  proxy_sign_in_unsupported: { readonly problem: ProxyProblem };
  proxy_refused: { readonly problem: ProxyProblem };
  proxy_not_trusted: { readonly problem: ProxyProblem };
  proxy_settings_unreadable: { readonly problem: ProxyProblem };
  proxy_not_reachable: { readonly problem: ProxyProblem };

  no_answer: { readonly host: string };
  sign_in_page_found: { readonly host: string; readonly status: number };
  sign_in_page_missing: { readonly host: string; readonly status: number };
  sign_in_page_broken: { readonly host: string; readonly status: number };
  /** `said`: what the service said, in its own words; '' if nothing. */
  service_answered: { readonly host: string; readonly status: number; readonly said: string };
  service_in_doubt: { readonly host: string; readonly status: number; readonly said: string };
  service_broken: { readonly host: string; readonly status: number; readonly said: string };
  issuer_expected: { readonly issuer: string };
  issuer_not_told: { readonly expected: string };
  issuer_differs: { readonly issuer: string; readonly expected: string };
  clock_right: null;
  clock_not_told: null;
  /** `aheadMs`: negative if the clock is behind. */
  clock_wrong: { readonly aheadMs: number };
  links_open_here: null;
  links_open_elsewhere: { readonly program: string };
  links_open_nowhere: null;
  /** `missing`: xdg-mime is not installed; otherwise it gave no answer. */
  links_not_known: { readonly missing: boolean };
  instance_found: null;
  instance_not_found: null;
  port_in_use_by_sign_in: { readonly host: string };
  port_free: { readonly hosts: readonly string[]; readonly port: number };
  port_taken: { readonly redirectUri: string };
  port_forbidden: { readonly redirectUri: string };
  port_not_reached: { readonly redirectUri: string };
}

export type Finding = Coded<FindingValues>;
