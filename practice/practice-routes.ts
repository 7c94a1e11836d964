import { CREATE_INTERVIEW_REQUEST_PATH } from '../shared/service-interface.ts';
import type { FaultRoute } from './faults/fault.ts';

/** Who answers a request, and under which route its faults are switched on. */
export interface PracticeRoute {
  readonly answeredBy: 'interface' | 'authorization-server' | 'sign-in-pages';
  /** `any` for an address that only such faults strike. */
  readonly faultRoute: FaultRoute;
}

/** Tells the route of a path, which may be one the service does not have. */
export function practiceRoute(path: string): PracticeRoute {
  if (path.startsWith('/oauth2/interaction/')) return { answeredBy: 'sign-in-pages', faultRoute: 'sign-in' };
  if (path === '/oauth2/token') return { answeredBy: 'authorization-server', faultRoute: 'token' };
  if (path.startsWith('/oauth2/')) return { answeredBy: 'authorization-server', faultRoute: 'authorize' };
  if (path === CREATE_INTERVIEW_REQUEST_PATH) return { answeredBy: 'interface', faultRoute: 'create' };
  if (path.startsWith('/v1/interview/requests/')) return { answeredBy: 'interface', faultRoute: 'read' };
  return { answeredBy: 'interface', faultRoute: 'any' };
}
