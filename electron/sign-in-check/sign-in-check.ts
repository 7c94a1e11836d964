import type { SessionStatus } from '../../shared/session.ts';
import {
  type SignInPlan,
  type SignInStep,
  type SignInStepResult,
  stepsOf,
} from '../../shared/sign-in-check.ts';
import { redirectWay, type Workspace } from '../../shared/workspace.ts';
import { authorizationServer } from '../auth/authorization-request.ts';
import {
  type EndpointAnswer,
  judgeClock,
  judgeEndpoint,
  judgeIssuer,
  probeEndpoint,
  readPublishedIssuer,
} from './ask-endpoint.ts';
import { judgeInstanceLock, judgeSchemeOwner } from './check-link.ts';
import { checkLoopbackPort } from './check-port.ts';
import type { SignInCheckPorts } from './ports.ts';

/** How long the `endpoint` step's answer can serve the `clock` step, ms. */
const ANSWER_TTL_MS = 10_000;

/** Tests each part of a sign-in separately, to name the one that fails. Changes nothing and signs nobody in. */
export class SignInCheck {
  private readonly ports: SignInCheckPorts;
  private answer:
    | { readonly of: Workspace; readonly at: number; readonly value: Promise<EndpointAnswer> }
    | undefined;

  constructor(ports: SignInCheckPorts) {
    this.ports = ports;
  }

  plan({ redirectUri }: Workspace): SignInPlan {
    const way = redirectWay(redirectUri);
    return { redirectUri, way, steps: stepsOf(way) };
  }

  /** Runs one step. Never rejects: a failure is a result. */
  async run(step: SignInStep, workspace: Workspace, session: SessionStatus): Promise<SignInStepResult> {
    try {
      return await this.tryStep(step, workspace, session);
    } catch {
      // The `network` step names the hop that failed.
      const { host } = new URL(workspace.authUrl);
      return { step, state: 'unclear', finding: { code: 'no_answer', values: { host } } };
    }
  }

  private async tryStep(
    step: SignInStep,
    workspace: Workspace,
    session: SessionStatus,
  ): Promise<SignInStepResult> {
    switch (step) {
      case 'network':
        return this.tryNetwork(workspace);
      case 'endpoint':
        return judgeEndpoint(await this.probe(workspace), new URL(workspace.authUrl).host);
      case 'issuer':
        return judgeIssuer(await readPublishedIssuer(this.ports.connection, workspace), workspace);
      case 'clock':
        return judgeClock(await (this.freshAnswer(workspace) ?? this.probe(workspace)));
      case 'link':
        return judgeSchemeOwner(await this.ports.schemeOwner());
      case 'instance':
        return judgeInstanceLock(this.ports.holdsInstanceLock());
      case 'port':
        return checkLoopbackPort(workspace.redirectUri, session.phase === 'waiting_for_browser');
    }
  }

  private async tryNetwork(workspace: Workspace): Promise<SignInStepResult> {
    const address = new URL(authorizationServer(workspace).authorization_endpoint ?? workspace.authUrl);
    const { state, hops } = await this.ports.testAddress(address);
    // If any route works, a proxy that failed before it doesn't matter.
    const { host } = address;
    if (state === 'ok') {
      return { step: 'network', state, finding: { code: 'way_free', values: { host } }, hops };
    }
    const finding = hops.findLast((hop) => hop.state === 'failed')?.finding;
    return finding
      ? { step: 'network', state: 'problem', finding, hops }
      : { step: 'network', state: 'unclear', finding: { code: 'way_too_slow', values: { host } }, hops };
  }

  private probe(workspace: Workspace): Promise<EndpointAnswer> {
    const { connection, now } = this.ports;
    const value = probeEndpoint(connection, workspace, now);
    this.answer = { of: workspace, at: now(), value };
    return value;
  }

  private freshAnswer(workspace: Workspace): Promise<EndpointAnswer> | undefined {
    const { of, at, value } = this.answer ?? {};
    const fresh = at !== undefined && Math.abs(this.ports.now() - at) < ANSWER_TTL_MS;
    return of === workspace && fresh ? value : undefined;
  }
}
