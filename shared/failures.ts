import type { RefusalFailures } from './call-rules.ts';
import type { CertificateProblem } from './certificate-problems.ts';
import type { Coded, Plain } from './coded.ts';
import type { LinkProblem } from './deep-link.ts';
import type { InputProblem } from './input-problems.ts';
import type { Duplicate } from './outbox.ts';
import type { RetentionBounds } from './privacy.ts';
import type { ProxyProblem } from './proxy-problems.ts';
import type { WriteTrouble } from './storage-notice.ts';
import type { HoldQuestion } from './submission.ts';
import type { OtherWorkspace } from './submission-detail.ts';
import type { TeamProblem } from './team.ts';

/** A sign-in service's refusal. `error`: code of RFC 6749; `said`: the service's own message, '' if none. */
export interface Refused {
  readonly error: string;
  readonly said: string;
}

export interface Answered {
  readonly host: string;
  readonly httpStatus: number;
  readonly said: string;
}

/** Everything that can go wrong: each code with its values. `words/failure-words.ts` has the words on screen. */
export interface FailureValues extends RefusalFailures {
  // Calls
  forbidden: null;
  too_much_at_once: null;
  internal: null;
  app_unreachable: null;
  page_failed: null;

  // Sign-in
  client_secret_missing: null;
  key_store_waiting: null;
  sign_in_timeout: null;
  sign_in_ended: null;
  sign_in_not_finished: null;
  signed_out_meanwhile: null;
  not_the_answer: null;
  answer_incomplete: null;
  token_unusable: null;

  // Workspaces and their connections
  workspace_closed: null;
  workspace_gone: null;
  client_secret_needed: null;
  client_secret_of_another: null;
  address_fixed: null;
  setting_set_by_organisation: null;
  connections_set_by_organisation: null;
  connection_set_by_organisation: null;
  connection_already_set: null;
  practice_not_allowed: null;
  exports_not_allowed: null;
  workspace_not_allowed: null;

  // Submissions and requests
  nothing_queued: null;
  moved_on: null;
  bulk_running: null;
  sent_already: null;
  changed_since: null;
  already_taken: null;
  do_not_call_not_lifted: null;
  submission_not_found: null;
  sign_in_to_check_id: null;
  sign_in_to_read_status: null;
  already_tracked: null;
  request_not_found: null;
  not_checked: null;
  request_not_tracked: null;
  link_not_secure: null;
  link_not_in_results: null;
  verdict_needs_reason: null;
  import_not_found: null;
  view_removed: null;

  // Data of this computer
  damaged_database: null;
  data_folder_gone: null;
  not_stored: { readonly why: WriteTrouble };
  not_a_backup: null;
  backup_too_new: null;
  backup_too_old: null;
  wrong_passphrase: null;
  backup_damaged: null;
  /** It decrypts, but its contents are not what Callboard writes. */
  backup_unfit: null;
  backup_unreadable: null;
  /** `why`: its file is not as it was written, its data is not what Callboard reads, or this computer's disk is full. */
  backup_not_read_back: { readonly why: 'file' | 'data' | 'disk' };
  disk_full: null;
  database_busy: null;
  cancelled: null;
  backup_busy: null;
  no_backup_chosen: null;
  no_backup_folder: null;
  backup_passphrase_missing: null;
  backup_after_erasure: null;
  not_empty: null;
  sends_open: null;
  erasure_running: null;
  nothing_to_export: null;
  nothing_to_erase: null;
  number_key_not_kept: null;
  on_its_way: null;
  erasing_held: null;
  erasing_under_floor: { readonly days: number };
  retention_out_of_bounds: RetentionBounds;
  receipt_gone: null;
  crash_dump_gone: null;
  data_file_gone: null;
  logs_not_deleted: null;

  // Network and updates
  updates_off: null;
  no_update: null;
  sending_now: null;
  importing_now: null;

  // Files that a person chose
  several_files: null;
  file_empty: null;
  file_unreadable: null;
  file_not_open: null;
  file_broken: null;
  file_is_binary: null;
  file_is_other_workbook: null;
  file_is_old_workbook: null;
  file_is_protected: null;
  file_is_archive: null;
  file_is_bomb: null;
  file_damaged: null;
  no_rows: null;
  not_a_library: null;
  newer_library: null;
  larger_than_a_library: null;
  library_is_binary: null;

  // With values: sign-in
  /** The input doesn't match the call's schema: the problem of each field, in order. */
  invalid_input: { readonly problems: readonly InvalidField[] };

  access_denied: { readonly said: string };
  app_not_accepted: Refused;
  /** The service knows the client, and doesn't let it do what Callboard asks for (RFC 6749 §4.1.2.1, §5.2). */
  client_not_permitted: {
    readonly error:
      | 'unauthorized_client'
      | 'invalid_scope'
      | 'unsupported_response_type'
      | 'unsupported_grant_type';
    readonly at: 'page' | 'tokens';
    readonly said: string;
  };
  sign_in_page_troubled: { readonly said: string };
  sign_in_page_refused: Refused;
  wrong_issuer: { readonly issuer: string; readonly expected: string };
  redirect_port_taken: { readonly redirectUri: string };
  not_a_sign_in_service: { readonly host: string };
  /** `location`: the whole address that the service named. */
  sign_in_redirected: { readonly host: string; readonly location: string };
  sign_in_trouble: Answered;
  sign_in_unexpected: Answered;
  sign_in_unreachable: { readonly host: string };
  /** `proxy`: '' if unknown. */
  sign_in_behind_proxy: { readonly host: string; readonly proxy: string; readonly problem: ProxyProblem };
  /** `reason`: the system's message. */
  sign_in_not_trusted: { readonly host: string; readonly reason: string | null };
  /** `reason`: the system's message. */
  sign_in_answer_lost: { readonly host: string; readonly reason: string | null };
  invalid_client: { readonly said: string };
  invalid_grant: { readonly said: string };
  sign_in_refused: Refused;
  /** A refusal that may be temporary. */
  sign_in_refused_for_now: Refused;
  /** The response with the renewed token was lost, and the old token is no longer valid. */
  renewal_lost: { readonly said: string };
  renewal_refused: Refused;

  workspace_in_use: { readonly unfinished: number };
  /** The team's database lacks so many changes of this workspace. */
  team_lacks_changes: { readonly unsent: number };
  /** Nothing was changed. */
  team_not_joined: { readonly problem: TeamProblem };

  /** The submission is in another workspace, which alone may show it. */
  submission_elsewhere: { readonly workspace: OtherWorkspace };
  /** `first`: null if the submitted rows themselves repeat the number. */
  duplicate: { readonly first: Duplicate | null };
  /** A duplicate beyond the one a person chose to call again. */
  called_again: { readonly since: Duplicate | null };
  /** `now`: UTC ms. `about`: the open question, null if the current calling hours are the reason. */
  outside_calling_hours: {
    readonly timeZone: string;
    readonly now: number;
    readonly about: HoldQuestion['about'] | null;
    /** The public holiday that is the reason; null if none is. */
    readonly holiday: string | null;
  };
  /** UTC ms. */
  service_asks_to_wait: { readonly until: number; readonly now: number };
  /** The service answered with a different ID than the one typed. */
  other_request: { readonly typed: string; readonly named: string };
  too_many_described: { readonly most: number };

  no_pdf: { readonly reason: string };
  backup_folder_gone: { readonly path: string };
  /** `reason`: the system's code. */
  file_not_saved: { readonly reason: string; readonly path: string };
  saved_file_gone: null;
  saved_file_not_opened: { readonly reason: string };
  start_at_login_not_set: { readonly reason: string };
  no_certificate: { readonly problems: readonly CertificateProblem[] };

  bad_link: { readonly problem: LinkProblem };
  file_too_large: { readonly mostBytes: number };
  file_is_document: { readonly kind: DocumentKind };
  too_many_rows: { readonly most: number };
  library_too_large: { readonly entries: number; readonly most: number };
}

export interface InvalidField {
  /** Path in the input, such as `baseUrl` or `consent.wording`. */
  readonly field: string;
  readonly problem: InputProblem;
}

/** Kinds of files without rows. */
export type DocumentKind =
  | 'pdf'
  | 'rtf'
  | 'picture'
  | 'packed'
  | 'text'
  | 'web_page'
  | 'xml'
  | 'sylk'
  | 'vcard'
  | 'calendar'
  | 'json'
  | 'mail'
  | 'dif';

export type FailureCode = keyof FailureValues;

export type PlainFailure = Plain<FailureValues>;

/** A failure. `code` is stable and safe to branch on. */
export type AppError = Coded<FailureValues>;
