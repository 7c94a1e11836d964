-- The team database of Callboard: one schema a team, for PostgreSQL 14 or newer. Run it as an administrator who may create
-- roles and schemas, again after each update; what is there already stays:
--
--   psql -d DATABASE -v team=callboard -f team/schema.sql
--
-- `team` names the schema, and with it two roles that can't sign in: `team` for the recruiters and `team`_owner. Give each
-- recruiter a role of their own (docs/team.md):
--
--   create role mary login password '...' in role callboard;
--
-- A recruiter's role reads the tables, and writes by the functions below alone. They know it by session_user.
--
-- After the database was restored from a backup, every computer has to ask about what waits. Not all of them can notice it:
--
--   psql -d DATABASE -c 'select callboard.restored()'

\set ON_ERROR_STOP on
\if :{?team}
\else
\set team callboard
\endif

begin;
set local client_min_messages = warning;
-- Nothing of what others may have put into the schema `public` is run with the rights of whoever runs this.
set local search_path = pg_catalog, pg_temp;
set local callboard.team = :'team';

do $$
declare
  team constant text := current_setting('callboard.team');
  owner constant text := team || '_owner';
begin
  if current_setting('server_version_num')::int < 140000 then
    raise exception 'Callboard needs PostgreSQL 14 or newer.';
  end if;
  if getdatabaseencoding() <> 'UTF8' then
    raise exception 'Callboard needs a database with the encoding UTF8, and this one has %: createdb -E UTF8 -T template0', getdatabaseencoding();
  end if;
  if team !~ '^[a-z][a-z0-9_]{0,40}$' then
    raise exception 'The team''s name % is not one of small letters, digits and _.', team;
  end if;
  -- Roles are the server's: the people of the one would be those of the other.
  if not exists (select from pg_namespace where nspname = team) and exists (select from pg_shdepend d
    join pg_roles r on r.oid = d.refobjid join pg_database b on b.oid = d.dbid
    where d.refclassid = 'pg_authid'::regclass and d.deptype = 'o' and r.rolname = owner and b.datname <> current_database())
  then
    raise exception 'There is a team % in another database of this server already. Choose another name.', team;
  end if;
  if not exists (select from pg_roles where rolname = owner) then
    execute format('create role %I nologin', owner);
  end if;
  if not exists (select from pg_roles where rolname = team) then
    execute format('create role %I nologin', team);
  end if;
  if not pg_has_role(current_user, owner, 'usage') then
    execute format('grant %I to current_user', owner);
  end if;
  if not exists (select from pg_namespace where nspname = team) then
    execute format('create schema %I authorization %I', team, owner);
  end if;
  if (select pg_get_userbyid(nspowner) from pg_namespace where nspname = team) <> owner then
    raise exception 'The schema % is there already, but is not a team''s.', team;
  end if;
  -- Temporary tables come last: nobody can put one of their own before a table of the team.
  execute format('set local search_path = %I, pg_catalog, pg_temp', team);
  execute format('set local role %I', owner);
  if to_regclass(format('%I.team', team)) is not null then
    -- This file's last migration.
    if (select version from team) > 7 then
      raise exception 'The schema % is newer than this file. Run the schema.sql of the newest Callboard.', team;
    end if;
  end if;
end $$;

-- Migration 1.
create table if not exists team (
  one boolean primary key default true check (one),
  -- The schema's version: the number of the last migration here.
  version integer not null,
  -- Another one after every restore of this database from a backup.
  generation uuid not null,
  -- Every change of the team has a number, one more than the one before: its row is locked until the change is stored, so
  -- whoever has read up to a number has missed none before it.
  last_change bigint not null default 0,
  restored_at timestamptz,
  -- The start of the server, and the copy of this table, in which the last change was made.
  started text not null,
  -- The key of all hashes here: HMAC-SHA256, computed by the app.
  hash_key bytea not null
);
-- After every start of the server, and in every copy, numbers go on far beyond, nobody knows how far: nobody had seen one in
-- between. Whoever says so read it before the database was restored to an earlier time.
create table if not exists starts (
  -- The last number before, and the first one after.
  before bigint primary key,
  after bigint not null
);

create or replace function this_start() returns text language sql stable as $$
  select extract(epoch from pg_postmaster_start_time())::text || ' ' || 'team'::regclass::oid;
$$;
insert into team (version, generation, hash_key, started)
  select 1, gen_random_uuid(), sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea), this_start()
  where not exists (select from team);
update team set version = greatest(version, 7);

-- Whoever takes part: a workspace on a computer. It belongs to the role that joined first with its id.
create table if not exists computers (
  id uuid primary key,
  login text not null,
  -- The name that colleagues see.
  person text not null,
  joined_at timestamptz not null default now(),
  -- When it had told all that it knew, at its last connection.
  seen_at timestamptz not null default now(),
  left_at timestamptz,
  -- The generation that it told all it knows: of an earlier one, what it called after the backup isn't known here yet.
  met uuid,
  -- Up to which change it has erased what the team erased.
  erased_up_to bigint not null default 0
);
-- The schema's version when it connected: once there is another, it has to connect again, and learns whether it knows that one.
alter table computers add column if not exists version integer;

-- Who may call a number: one row a telephone and service. Ask claim() before each first byte.
create table if not exists claims (
  -- The service's address.
  service text not null,
  -- shared/call-key.ts.
  call_key text not null,
  submission uuid not null,
  computer uuid not null references computers,
  person text not null,
  -- claimed: it goes out, or will; unclear: nobody can know whether it was taken; accepted: the service has it; reached: it
  -- may have reached the service, and a person was done with it; free: nobody was called.
  state text not null check (state in ('claimed', 'unclear', 'accepted', 'reached', 'free')),
  -- Since when, by the server's clock.
  at timestamptz not null,
  candidate text not null,
  job text not null,
  change bigint not null,
  -- The claim that this one took the place of: it counts again if this one comes to nothing.
  before jsonb,
  primary key (service, call_key)
);
create unique index if not exists claims_by_change on claims (change);
create index if not exists claims_by_submission on claims (submission);

-- What happened to claims: append-only, and without personal data. `token` tells this log from a restored one.
create table if not exists claim_log (
  change bigint primary key,
  token uuid not null default gen_random_uuid(),
  at timestamptz not null default clock_timestamp(),
  computer uuid not null,
  login text not null,
  submission uuid not null,
  -- claimed, taken_over, settled to a state, conflict; missing: its person was asked about who is, since a restore; restored;
  -- erased: somebody was, for the team; unlisted: with an entry of do_not_call that was in force; unmentioned: out of colleagues'
  -- texts; lifted: such an entry. From restored on, `submission` is the computer.
  what text not null,
  -- Whose claim was taken over, or is in conflict with it; which entry was lifted; by which telling somebody was erased.
  other uuid
);
create index if not exists claim_log_by_submission on claim_log (submission);

-- Numbers that nobody of the team may call.
create table if not exists do_not_call (
  id uuid primary key,
  -- The call key; null once its person was erased.
  number text,
  -- Its hash, by which claim() asks.
  hash bytea not null,
  reason text not null,
  person text not null,
  added_at timestamptz not null,
  lifted_at timestamptz,
  lifted_by text,
  lifted_reason text,
  change bigint not null
);
create unique index if not exists do_not_call_by_change on do_not_call (change);
create index if not exists do_not_call_by_hash on do_not_call (hash) where lifted_at is null;

-- Everything else that is shared, one row a thing: electron/team/shared-records.ts says what a body holds.
create table if not exists records (
  kind text not null check (kind in ('request', 'verdict', 'note', 'tag', 'library', 'hold', 'conflict')),
  key text not null,
  -- The service and the id of the request that it belongs to; null for what belongs to none.
  service text,
  request text,
  -- Who wrote it first (a request) or last.
  computer uuid not null references computers,
  login text not null,
  person text not null,
  -- Who wrote it last: that computer need not read it.
  writer uuid not null references computers,
  body jsonb not null,
  -- Removed, but not erased: a tag taken off, a hold released.
  removed boolean not null default false,
  at timestamptz not null default now(),
  change bigint not null,
  primary key (kind, key)
);
create unique index if not exists records_by_change on records (change);
create index if not exists records_by_request on records (request) where request is not null;

-- The team's requests about a telephone, for erase().
create index if not exists records_by_phone on records ((body -> 'submission' ->> 'phoneNumber')) where kind = 'request';

-- What was erased: hashes of call keys, of the keys of requests' records, and of the ids of submissions without one.
create table if not exists tombstones (
  hash bytea primary key,
  -- number: a person; request: one of a person whose number others have, too; retained: one that was past its retention.
  kind text not null check (kind in ('number', 'request', 'retained')),
  change bigint not null
);
create index if not exists tombstones_by_change on tombstones (change);

-- Whose turn it is to read a request's state from the service.
create table if not exists turns (
  service text not null,
  request text not null,
  computer uuid not null,
  until timestamptz not null,
  primary key (service, request)
);

-- The last entry of each computer's evidence, as it was: append-only.
create table if not exists evidence_heads (
  computer uuid not null,
  login text not null,
  chain uuid not null,
  seq bigint not null,
  hash bytea not null,
  at timestamptz not null default now(),
  -- With the computer: a colleague's false entry is beside a true one, not in its place.
  primary key (chain, seq, computer)
);

-- Migration 6. Samples that the planner takes of a column stay in its statistics after the rows were erased, for every member to
-- read: of what may be about a person, it takes none. Those that are there go with the type. Before migration 2 adds the size
-- again, which depends on the body.
do $$
begin
  if not exists (select from pg_attribute where attrelid = 'records'::regclass and attname = 'body' and attstattarget = 0) then
    alter table records drop column if exists size, alter column body type jsonb, alter column body set statistics 0;
    alter index records_by_phone alter column 1 set statistics 0;
    alter table claims alter column call_key type text, alter column call_key set statistics 0,
      alter column candidate type text, alter column candidate set statistics 0,
      alter column before type jsonb, alter column before set statistics 0;
    alter table do_not_call alter column number type text, alter column number set statistics 0,
      alter column reason type text, alter column reason set statistics 0,
      alter column lifted_reason type text, alter column lifted_reason set statistics 0;
  end if;
end $$;

-- Migration 2. Limits on what a member can store: a colleague's computer reads it, and what is longer than anything of the app is
-- nobody's. What is there already is left as it is.
alter table claims drop constraint if exists claims_limits, add constraint claims_limits
  check (length(call_key) <= 100 and length(candidate) <= 1000 and length(job) <= 1000) not valid;
alter table do_not_call drop constraint if exists do_not_call_limits, add constraint do_not_call_limits
  check (length(number) <= 100 and octet_length(hash) = 32 and length(reason) <= 10000 and length(lifted_reason) <= 10000) not valid;
alter table evidence_heads drop constraint if exists evidence_heads_limits, add constraint evidence_heads_limits
  check (octet_length(hash) <= 64) not valid;
-- The size is as a computer reads it, in bytes: jsonb has numbers of a few bytes that are written with a hundred thousand digits. The
-- service's answers have 8 MiB at most. Null: no computer wrote it last, and all read it.
alter table records alter column writer drop not null,
  add column if not exists size integer generated always as (octet_length(body::text)) stored,
  drop constraint if exists records_limits, add constraint records_limits check (size <= 20000000 and length(key) <= 2000) not valid;
-- It didn't know which entries of the list its caller had taken off.
drop function if exists erase(uuid, text, text[], text[], jsonb, text, text[], text[]);

-- Migration 3. Tombstones stay: a computer that is restored from a backup, or copied, has what was erased since, and is a new one
-- here. The team takes nothing of those that a computer has yet to see. mention: a text that was about somebody, by kind and key.
alter table tombstones add column if not exists at timestamptz not null default now(),
  drop constraint if exists tombstones_kind_check,
  add constraint tombstones_kind_check check (kind in ('number', 'request', 'retained', 'mention'));
create or replace view unseen_tombstones as select * from tombstones
  where change > (select min(erased_up_to) from computers where left_at is null);

-- Migration 4. A hold's key is its id: by the number, the later one of two colleagues took the other's place. What was released
-- has no id by which to say so, and nothing else.
update records r set key = body ->> 'id', body = body || jsonb_build_object('phoneNumber', key)
  where kind = 'hold' and key like '+%' and not removed and body ->> 'id' ~* '^[0-9a-f-]{36}$'
    and not exists (select from records o where o.kind = 'hold' and o.body ->> 'id' = r.body ->> 'id' and o.key <> r.key);
delete from records where kind = 'hold' and key like '+%';

-- Migration 5. What is given back is so by what its computer knew. A body is an object, no deeper than any of the app and, but for
-- a request's, no longer; a request's has a submission's id: who looks through them, or rewrites one, can't be made to fail, or to
-- hold the lock for long. Nobody could read the others.
create or replace function is_readable(p_kind text, p_body jsonb) returns boolean language sql immutable as $$
  select jsonb_typeof(p_body) = 'object' and not p_body @? '$.**{64}' and case when p_kind <> 'request'
    then octet_length(p_body::text) <= 1000000
    else coalesce(p_body -> 'submission' ->> 'id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', true) end;
$$;
delete from records where not is_readable(kind, body);
delete from records where kind = 'request' and (service is null or request is null);
alter table records drop constraint if exists records_shape, add constraint records_shape
  check (is_readable(kind, body) and (kind <> 'request' or service is not null and request is not null)) not valid;

create or replace function append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
do $$
declare
  kept text;
begin
  foreach kept in array array['claim_log', 'evidence_heads', 'starts'] loop
    execute format('create or replace trigger kept before update or delete or truncate on %I execute function append_only()', kept);
  end loop;
end $$;

-- Migration 7. What is asked before a claim: its number is the question's own, and whoever claims says which of their claims it knows.
alter table team drop column if exists restored_change;
drop function if exists claim(uuid, text, text, bytea[], uuid, text, text, integer, bigint);

-- The functions. Each names what it refuses in its message, a code that the app has words for.

-- The computer of this id, if it belongs to the role that is signed in and was greeted by this schema.
create or replace function own_computer(p_computer uuid) returns computers language plpgsql as $$
declare
  found computers;
begin
  select * into found from computers where id = p_computer and login = session_user and left_at is null
    and version = (select t.version from team t);
  if found.id is null then
    raise exception 'not_your_computer' using errcode = 'insufficient_privilege';
  end if;
  return found;
end $$;

-- The number of the next change. Holds the team's lock until the end of the transaction, and wakes the others then.
create or replace function next_change() returns bigint language plpgsql as $$
declare
  last_one bigint;
  this_change bigint;
begin
  select last_change into last_one from team for update;
  update team set started = this_start(), last_change = last_change + case when started = this_start() then 1
      else 1000000 + floor(random() * 10000000000)::bigint end
    returning last_change into this_change;
  if this_change > last_one + 1 then
    insert into starts values (last_one, this_change);
  end if;
  -- Without a payload: whoever listens must ask, by their own rights.
  perform pg_notify('team_' || current_schema()::regnamespace::oid, '');
  return this_change;
end $$;

-- Another generation, whose numbers are past all that were ever read: up to `p_seen` at least. For administrators.
create or replace function restored(p_seen bigint default 0) returns void
language sql security definer set search_path from current as $$
  update team set generation = gen_random_uuid(), last_change = greatest(last_change, p_seen) + 1000000, restored_at = now();
$$;

-- HMAC-SHA256 of a text with the team's key, as the app computes it, too.
create or replace function hashed(p_text text) returns bytea language plpgsql stable as $$
declare
  key constant bytea := (select hash_key from team);
  inner_key bytea := decode(repeat('36', 64), 'hex');
  outer_key bytea := decode(repeat('5c', 64), 'hex');
begin
  for i in 0 .. length(key) - 1 loop
    inner_key := set_byte(inner_key, i, get_byte(key, i) # 54);
    outer_key := set_byte(outer_key, i, get_byte(key, i) # 92);
  end loop;
  return sha256(outer_key || sha256(inner_key || convert_to(p_text, 'UTF8')));
end $$;

-- A name without what people overlook, or can't see.
create or replace function plain_name(p_name text) returns text language plpgsql immutable as $$
begin
  p_name := regexp_replace(normalize(p_name, NFKC),
    '[\u00ad\u034f\u115f\u1160\u180b-\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff]', '', 'g');
  -- Without a backslash: how one is read is the session's to say.
  return regexp_replace(lower(p_name), '[[:space:].,''_-]', '', 'g');
end $$;

-- Called first on every connection. `p_seen`: up to which change this computer has read, and the last entry of claim_log that
-- it knows, with its token; `p_generation`: the generation in which that was. If there was no such change or entry, the database was restored to a time before. Whoever is told
-- another generation than they knew forgets what they had seen, and reads everything again.
create or replace function hello(p_computer uuid, p_person text, p_seen bigint, p_log bigint, p_token uuid,
  p_generation uuid default null)
returns table (generation uuid, version integer, last_change bigint, hash_key bytea, channel text)
language plpgsql security definer set search_path from current as $$
#variable_conflict use_column
begin
  -- Taken first, as every change does: two computers that come at once don't wait for each other.
  perform from team for update;
  if p_person is null or length(p_person) not between 1 and 200 or p_person ~ '[\x01-\x1f\x7f\u202a-\u202e\u2066-\u2069]' then
    raise exception 'name_missing';
  end if;
  -- Of two with one name, the later carries their login, too: a name is what its person enters, also with another's login behind it.
  if exists (select from computers c where c.login <> session_user
    and plain_name(c.person) in (plain_name(p_person), regexp_replace(plain_name(p_person), '[(].*$', '')))
  then
    p_person := p_person || ' (' || session_user || ')';
  end if;
  insert into computers as c (id, login, person, met, version)
    select p_computer, session_user, p_person, t.generation, t.version from team t
    on conflict (id) do update set person = p_person, left_at = null, version = excluded.version
      where c.login = session_user;
  if not found then
    raise exception 'not_your_computer' using errcode = 'insufficient_privilege';
  end if;
  if greatest(p_seen, p_log) > 4000000000000000 then
    -- No team gets so far; and with all beyond, the numbers of JavaScript, which end at 2^53, would be used up.
    raise exception 'seen_too_far';
  end if;
  if p_generation <> (select t.generation from team t) then
    -- Somebody has noticed it already. The numbers go on past what this computer has seen, too.
    update team set last_change = greatest(last_change, p_seen, p_log);
  elsif p_seen > (select t.last_change from team t)
    or p_log is not null and not exists (select from claim_log l where l.change = p_log and l.token = p_token)
    or exists (select from starts s where s.before < p_seen and s.after > p_seen)
  then
    perform restored(greatest(p_seen, p_log));
    insert into claim_log (change, computer, login, submission, what)
      values (next_change(), p_computer, session_user, p_computer, 'restored');
  end if;
  -- Who takes part is no change of the team, and shown.
  perform pg_notify('team_' || current_schema()::regnamespace::oid, '');
  return query select t.generation, t.version, t.last_change, t.hash_key,
    'team_' || current_schema()::regnamespace::oid from team t;
end $$;

-- This computer has told all that it knows, also what a database of this generation had lost.
create or replace function told(p_computer uuid, p_generation uuid) returns void
language plpgsql security definer set search_path from current as $$
begin
  perform from team for update;
  perform own_computer(p_computer);
  update computers set met = p_generation, seen_at = now() where id = p_computer;
end $$;

create or replace function leave(p_computer uuid) returns void
language plpgsql security definer set search_path from current as $$
begin
  perform from team for update;
  perform own_computer(p_computer);
  update computers set left_at = now() where id = p_computer;
  perform pg_notify('team_' || current_schema()::regnamespace::oid, '');
end $$;

-- What a claim leaves to the one that takes its place. Before a call that was made, no earlier one matters; nor beyond a few
-- hundred, or giving back and erasing would be too much for the server.
create or replace function left_to_next(earlier claims) returns jsonb language sql immutable as $$
  select case
    when earlier.submission is null or earlier.state = 'free' then null
    when earlier.state in ('accepted', 'reached') or length(earlier.before::text) > 100000 then to_jsonb(earlier) || '{"before": null}'
    else to_jsonb(earlier) end;
$$;

-- The same without what is erased.
create or replace function without_gone(p_before jsonb, p_gone uuid[]) returns jsonb language plpgsql immutable as $$
begin
  return case when p_before ->> 'submission' is null then null
    when (p_before ->> 'submission')::uuid = any (p_gone) then without_gone(p_before -> 'before', p_gone)
    else p_before || jsonb_build_object('before', without_gone(p_before -> 'before', p_gone)) end;
end $$;

-- Puts what a claim took the place of in its place again; gives the number of the change.
create or replace function give_back(taken claims, p_before jsonb) returns bigint language plpgsql as $$
declare
  this_change constant bigint := next_change();
begin
  update claims c set (submission, computer, person, state, at, candidate, job, before, change) =
    (select b.submission, b.computer, b.person, b.state, b.at, b.candidate, b.job, b.before, this_change
      from jsonb_populate_record(null::claims, p_before) b)
    where c.service = taken.service and c.call_key = taken.call_key;
  return this_change;
end $$;

-- May this computer call? Granted, or what speaks against it. `p_hashes`: those of all spellings of the number; `p_days`: the
-- duplicates' window; `p_seen`: up to which change the person knew the team's claims when they decided; `p_own`: all
-- submissions to the number that are on this computer; without this one, if it was never sent as far as is known there. A claim of a
-- colleague, or of a copy of this computer's disk, is never taken over but by a person: it is older than the window, or they knew it.
create or replace function claim(p_computer uuid, p_service text, p_call_key text, p_hashes bytea[], p_submission uuid,
  p_candidate text, p_job text, p_days integer, p_seen bigint, p_own uuid[] default null)
returns table (answer text, person text, state text, at timestamptz, submission uuid, candidate text, job text,
  change bigint, token uuid)
language plpgsql security definer set search_path from current as $$
#variable_conflict use_column
declare
  own computers;
  earlier claims;
  opposing claims;
  this_change bigint;
  made uuid;
  hashes constant bytea[] := p_hashes || hashed(p_call_key);
begin
  -- The lock first: of two that ask at once, the second sees what the first stored.
  this_change := next_change();
  own := own_computer(p_computer);
  -- `job` is why it is on the list.
  return query select 'do_not_call', d.person, null::text, d.added_at, null::uuid, null::text, d.reason, null::bigint, null::uuid
    from do_not_call d where d.hash = any (hashes) and d.lifted_at is null order by d.added_at limit 1;
  if found then
    return;
  end if;
  select * into earlier from claims c where c.service = p_service and c.call_key = p_call_key;
  opposing := earlier;
  while opposing.submission is not null loop
    if (opposing.computer <> p_computer or case when opposing.submission = p_submission
          then opposing.state = 'accepted' or opposing.state <> 'claimed' and opposing.submission <> all (p_own)
        else opposing.submission <> all (p_own) end)
      and opposing.state <> 'free' and not coalesce(opposing.change <= p_seen
        or opposing.state in ('accepted', 'reached') and opposing.at < now() - make_interval(days => p_days), false)
    then
      -- Of one below, and of a copy's, this computer hasn't read the number: with this one, its person knows all that are there.
      return query select 'taken', opposing.person, opposing.state, opposing.at, opposing.submission, opposing.candidate, opposing.job,
        case when opposing.submission = earlier.submission and earlier.computer <> p_computer then earlier.change
          else this_change end, null::uuid;
      return;
    end if;
    -- Below one that is open may be a call that went without the team since its person was asked, or since it was made.
    exit when opposing.state in ('accepted', 'reached');
    opposing := jsonb_populate_record(null::claims, opposing.before);
  end loop;
  -- After a restore, computers that have yet to come back may have called anybody since the backup: a person decides. Only who was
  -- asked about that has the number of the question, which is no claim's.
  return query select 'taken', string_agg(distinct c.person, ', '), 'restored', t.restored_at, p_submission, '', '', this_change,
      null::uuid from team t join computers c on c.left_at is null and c.met is distinct from t.generation and c.id <> p_computer
    where not exists (select from claim_log l where l.change = p_seen and l.submission = p_submission and l.what = 'missing')
    group by t.restored_at;
  if found then
    insert into claim_log (change, computer, login, submission, what)
      values (this_change, p_computer, session_user, p_submission, 'missing');
    return;
  end if;
  insert into claims as c (service, call_key, submission, computer, person, state, at, candidate, job, change)
    values (p_service, p_call_key, p_submission, p_computer, own.person, 'claimed', now(), p_candidate, p_job, this_change)
    on conflict (service, call_key) do update
      set submission = p_submission, computer = p_computer, person = own.person, state = 'claimed', at = now(),
        candidate = p_candidate, job = p_job, change = this_change,
        before = case when c.submission = p_submission then c.before else left_to_next(c) end;
  insert into claim_log as l (change, computer, login, submission, what, other) values (this_change, p_computer, session_user, p_submission,
    case when earlier.computer <> p_computer and earlier.state <> 'free' then 'taken_over' else 'claimed' end,
    nullif(earlier.submission, p_submission)) returning l.token into made;
  return query select 'granted', null::text, null::text, null::timestamptz, null::uuid, null::text, null::text, this_change, made;
end $$;

-- What became of submissions: a list of {service, call_key, submission, state, age (ms), candidate, job, upload, days, known}. A row for
-- each that is in conflict, now or since before: called without a claim, while the claim of a colleague (`person`) was there. `age`:
-- since when, as only this server's clock is everybody's; `upload`: from before the team; `days`: for how long a call counts;
-- `known`: up to which change its computer knew of its own claims when it said so.
drop function if exists settle(uuid, jsonb);
create function settle(p_computer uuid, p_settled jsonb) returns table (submission uuid, person text)
language plpgsql security definer set search_path from current as $$
#variable_conflict use_column
declare
  own computers;
  each record;
  held claims;
  this_change bigint;
  last_said text;
  is_new boolean;
  is_own boolean;
  since timestamptz;
begin
  perform from team for update;
  own := own_computer(p_computer);
  for each in select * from jsonb_to_recordset(p_settled)
    as s (service text, call_key text, submission uuid, state text, age bigint, candidate text, job text, upload boolean, days int,
      known bigint)
  loop
    if each.submission is null or each.candidate is null or each.job is null then
      -- A colleague's claim may keep it as what was before.
      raise exception 'incomplete' using errcode = 'not_null_violation';
    end if;
    -- It is on its way once more, by a later claim.
    continue when each.state = 'free' and exists (select from claim_log l where l.submission = each.submission
      and l.computer = p_computer and l.what in ('claimed', 'taken_over') and l.change > each.known);
    since := least(now(), now() - make_interval(secs => each.age / 1000.0));
    select * into held from claims c where c.service = each.service and c.call_key = each.call_key;
    -- A restored or copied data folder is another computer of the same person, which doesn't know what this one sent since.
    is_own := held.computer = p_computer
      or each.state <> 'free' and (select c.login from computers c where c.id = held.computer) = session_user;
    continue when held.submission is not null and held.submission = each.submission and held.state = each.state;
    -- A claim that is there was made after its person was erased; any other call from before that is of what was erased.
    continue when held.submission is distinct from each.submission
      and exists (select from unseen_tombstones)
      and exists (select from unseen_tombstones t where t.hash = hashed(each.call_key) and t.at >= since);
    last_said := coalesce((select l.what from claim_log l where l.submission = each.submission and l.login = session_user
      and l.what <> 'missing' order by l.change desc limit 1), 'free');
    -- A clock that was wrong then, and is set right since, makes no call old of which the team hadn't heard.
    since := case when each.upload or last_said <> 'free' then since else greatest(since, own.seen_at) end;
    is_new := held.submission is null or held.state = 'free'
      or held.submission <> each.submission and held.state in ('accepted', 'reached') and each.state <> 'free'
        and held.at < since;
    if held.submission = each.submission and is_own and each.state = 'free' and held.before is not null then
      this_change := give_back(held, held.before);
    elsif held.submission = each.submission and is_own then
      this_change := next_change();
      update claims c set computer = p_computer, state = each.state, change = this_change,
        at = case when each.state in ('accepted', 'reached') then now() else c.at end
        where c.service = each.service and c.call_key = each.call_key;
    elsif held.before ->> 'submission' = each.submission::text and held.before ->> 'computer' = p_computer::text then
      -- A colleague took it over meanwhile: theirs stays, and this is what it leaves if it comes to nothing.
      this_change := next_change();
      update claims c set before = case when each.state = 'free' then nullif(c.before -> 'before', 'null')
          else c.before || jsonb_build_object('state', each.state, 'at',
            case when each.state in ('accepted', 'reached') then now() else (c.before ->> 'at')::timestamptz end) end
        where c.service = each.service and c.call_key = each.call_key;
    elsif each.state <> 'free' and is_new then
      this_change := next_change();
      insert into claims as c (service, call_key, submission, computer, person, state, at, candidate, job, change)
        values (each.service, each.call_key, each.submission, p_computer, own.person, each.state, since, each.candidate,
          each.job, this_change)
        on conflict (service, call_key) do update set submission = each.submission, computer = p_computer,
          person = own.person, state = each.state, at = since, candidate = each.candidate, job = each.job, change = this_change,
          before = left_to_next(c);
    elsif each.state <> 'free' and held.state in ('claimed', 'unclear') and length(coalesce(held.before, '{}')::text) < 100000 then
      -- Sent without a claim while a colleague's was there; a few at most, or giving back would be too much for the server.
      this_change := next_change();
      update claims c set before = jsonb_build_object('submission', each.submission, 'computer', p_computer,
          'person', own.person, 'state', each.state, 'at', since, 'candidate', each.candidate, 'job', each.job, 'before', c.before,
          'change', this_change)
        where c.service = each.service and c.call_key = each.call_key;
    else
      this_change := null;
    end if;
    -- With a claim of its own that it hadn't given back, whoever took it over had been asked.
    if not coalesce(each.upload, false) and each.state <> 'free' and held.submission is not null
      and held.submission <> each.submission and held.computer <> p_computer and held.state <> 'free'
      and (held.state in ('claimed', 'unclear')
        or greatest(held.at - since, since - held.at) < make_interval(days => coalesce(each.days, 36500)))
      and last_said in ('free', 'conflict')
      and not exists (select from records r where r.kind = 'conflict' and r.key = held.submission || ' ' || each.submission)
    then
      this_change := coalesce(this_change, next_change());
      insert into claim_log (change, computer, login, submission, what, other)
        values (this_change, p_computer, session_user, each.submission, 'conflict', held.submission);
      insert into records (kind, key, computer, login, person, writer, body, change)
        values ('conflict', held.submission || ' ' || each.submission, p_computer, session_user, own.person, p_computer,
          jsonb_build_object('submission', each.submission, 'other', held.submission, 'person', held.person, 'state', each.state),
          next_change());
    elsif this_change is not null then
      insert into claim_log (change, computer, login, submission, what)
        values (this_change, p_computer, session_user, each.submission, each.state);
    end if;
  end loop;
  -- Also what was answered before: that may have been lost.
  return query select (r.body ->> 'submission')::uuid, r.body ->> 'person' from records r
    where r.kind = 'conflict' and r.computer = p_computer and r.body ? 'person'
      and r.body ->> 'submission' in (select s ->> 'submission' from jsonb_array_elements(p_settled) s);
end $$;

-- A request's body as a member may tell it: what somebody else did is theirs only if it was stored before, or else told by
-- whoever is signed in.
create or replace function as_told(p_body jsonb, p_key text) returns jsonb language plpgsql stable as $$
declare
  events jsonb[];
  teller constant text := ', told by ' || session_user;
begin
  -- The later state stays, by clocks that may be wrong by years; beyond the year 9999, the one that was told last.
  if (p_body ->> 'refreshedAt')::bigint > 253402300799999 then
    p_body := jsonb_set(p_body, '{refreshedAt}', '253402300799999');
  end if;
  if exists (select from jsonb_array_elements(p_body -> 'history') e where e ->> 'by' is distinct from session_user) then
    events := array(select jsonb_array_elements(body -> 'history') from records where kind = 'request' and key = p_key);
    p_body := jsonb_set(p_body, '{history}', (select jsonb_agg(case
        when e ->> 'by' = session_user or e in (select unnest(events)) or right(e ->> 'by', length(teller)) = teller then e
        else e || jsonb_build_object('by', concat(e ->> 'by', teller)) end order by n)
      from jsonb_array_elements(p_body -> 'history') with ordinality as h (e, n)));
  end if;
  return p_body;
end $$;

-- Shares a list of {kind, key, service, request, body, removed, own, hashes}; gives the number of the last change. A request keeps who made
-- it, and the later of two states; verdicts and notes are their writer's. `own`: false if a colleague shared it, so that it is
-- only changed where it is still there. What the team erased isn't taken again: `hashes` are
-- those of the request and of its number.
create or replace function share(p_computer uuid, p_records jsonb) returns bigint
language plpgsql security definer set search_path from current as $$
declare
  own computers;
  each record;
  place text;
  this_change bigint;
begin
  perform from team for update;
  own := own_computer(p_computer);
  for each in select * from jsonb_to_recordset(p_records)
    as s (kind text, key text, service text, request text, body jsonb, removed boolean, own boolean, hashes text[])
  loop
    if each.kind = 'conflict' then
      raise exception 'kind_not_shared';
    end if;
    if each.kind = 'request' then
      each.body := as_told(each.body, each.key);
    end if;
    -- Erasing a number took its claims and requests: those that are there now came after it.
    continue when exists (select from unseen_tombstones) and exists (select from unseen_tombstones t
      where t.hash in (select decode(h, 'hex') from unnest(each.hashes) h union select hashed(each.key)
        union select hashed(each.body -> 'submission' ->> 'phoneNumber')) and (t.kind <> 'number'
        or not exists (select from claims c
          where c.submission = (each.body -> 'submission' ->> 'id')::uuid or c.call_key = each.body ->> 'phoneNumber')
        and not exists (select from records r where r.kind = 'request' and r.service = each.service and r.request = each.request)));
    -- Without a space: the end of a login may be another's.
    place := each.key || case when each.kind in ('verdict', 'note') then ' ' || replace(session_user, ' ', '%20') else '' end;
    continue when not coalesce(each.own, true)
      and not exists (select from records r where r.kind = each.kind and r.key = place);
    this_change := next_change();
    insert into records as r (kind, key, service, request, computer, login, person, writer, body, removed, change)
      values (each.kind, place, each.service, each.request, p_computer, session_user, own.person, p_computer, each.body,
        coalesce(each.removed, false), this_change)
      on conflict (kind, key) do update set
          -- Whoever shared it first may have said that it belongs elsewhere. Where a request belongs doesn't change.
          service = case when each.kind = 'request' then r.service else each.service end,
          request = case when each.kind = 'request' then r.request else each.request end,
          -- Whom a request is about, its own computers say.
          body = case when each.kind = 'request' and r.login <> session_user
            then each.body || jsonb_build_object('submission', r.body -> 'submission') else each.body end,
          removed = coalesce(each.removed, false), change = this_change, at = now(), writer = p_computer,
          computer = case when each.kind = 'request' then r.computer else p_computer end,
          login = case when each.kind = 'request' then r.login else session_user end,
          person = case when each.kind = 'request' then r.person else own.person end
        where each.kind <> 'request'
          or coalesce((each.body ->> 'refreshedAt')::bigint, 0) >= coalesce((r.body ->> 'refreshedAt')::bigint, 0);
  end loop;
  return (select last_change from team);
end $$;

-- Puts a number on the team's list, or lifts an entry: a list of {id, number, hash, reason, added_at (ms), lifted_reason}.
-- Adding never lifts one, and a lifted one stays lifted. Of whom the team erased, nothing but the hash is taken.
create or replace function forbid(p_computer uuid, p_entries jsonb) returns bigint
language plpgsql security definer set search_path from current as $$
declare
  own computers;
  each record;
  this_change bigint;
begin
  perform from team for update;
  own := own_computer(p_computer);
  for each in select * from jsonb_to_recordset(p_entries)
    as s (id uuid, number text, hash text, reason text, added_at bigint, lifted_reason text)
  loop
    this_change := next_change();
    if exists (select from unseen_tombstones t where t.hash = decode(each.hash, 'hex')) then
      each.number := null;
      each.reason := '';
      each.lifted_reason := case when each.lifted_reason is null then null else '' end;
    end if;
    insert into do_not_call as d (id, number, hash, reason, person, added_at, change)
      values (each.id, each.number, decode(each.hash, 'hex'), each.reason, own.person,
        least(now(), to_timestamp(each.added_at / 1000.0)), this_change)
      on conflict (id) do nothing;
    if each.lifted_reason is not null then
      update do_not_call set lifted_at = now(), lifted_by = own.person, lifted_reason = each.lifted_reason, change = next_change()
        where id = each.id and lifted_at is null;
      if found then
        insert into claim_log (change, computer, login, submission, what, other)
          values (next_change(), p_computer, session_user, p_computer, 'lifted', each.id);
      end if;
    end if;
  end loop;
  return (select last_change from team);
end $$;

-- Erases for the team: persons with these telephones (`p_numbers`: call keys, `p_phones`: all ways to write them, and names by which
-- holds keep them), and requests, a list of {id, key, submission}: the key is of its record, without one its submission never became a request. `p_kind`: why
-- requests are erased, as tombstones say it. `p_blocked`: call keys that nobody may call from now on, of which the list keeps
-- the hash; `p_forgotten`: its entries that the person took off. Of others with these numbers, which they didn't know, it keeps the
-- hash, too: erasing unblocks nobody behind a colleague's back. Null if a hold that isn't among `p_holds` keeps one of the telephones or
-- requests: then nothing is erased, or of what was past its retention all the rest.
-- `p_telling`: a text for each time that it is told and not only told again, as the answer was lost: whoever was entered meanwhile stays.
drop function if exists erase(uuid, text, text[], text[], jsonb, text, text[], text[], uuid[]);
create or replace function erase(p_computer uuid, p_service text, p_numbers text[], p_phones text[], p_requests jsonb,
  p_kind text, p_blocked text[], p_holds text[], p_forgotten uuid[], p_telling text default null)
returns bigint
language plpgsql security definer set search_path from current as $$
declare
  own computers;
  this_change bigint;
  telling constant uuid := substr(encode(sha256(convert_to(p_telling, 'UTF8')), 'hex'), 1, 32)::uuid;
  kept text[];
  erasing jsonb;
  gone uuid[];
begin
  perform from team for update;
  own := own_computer(p_computer);
  if p_kind not in ('request', 'retained') then
    raise exception 'kind_not_shared';
  end if;
  select change into this_change from claim_log where submission = p_computer and computer = p_computer and other = telling;
  if found then
    return this_change;
  end if;
  -- Blocked they are in either case, also where a colleague's entry does it, which others may take off.
  insert into do_not_call (id, hash, reason, person, added_at, change)
    select gen_random_uuid(), hashed(b), '', own.person, now(), next_change() from unnest(p_blocked) as b
    where not exists (select from do_not_call d where d.hash = hashed(b) and d.lifted_at is null and d.person = own.person);
  kept := array(select e.key from records h cross join jsonb_to_recordset(p_requests) as e (key text, submission uuid)
    join records r on r.kind = 'request' and r.key = e.key
    where h.kind = 'hold' and not h.removed and h.key <> all (coalesce(p_holds, '{}'))
      and (h.body ->> 'phoneNumber' = r.body -> 'submission' ->> 'phoneNumber'
        or exists (select from claims c where c.submission = e.submission and c.call_key = h.body ->> 'phoneNumber')));
  if p_kind = 'request' and kept <> '{}' or exists (select from records where kind = 'hold' and not removed
    and (body ->> 'phoneNumber' = any (p_phones) or body ->> 'name' = any (p_phones)) and key <> all (coalesce(p_holds, '{}')))
  then
    return null;
  end if;
  p_requests := (select jsonb_agg(e) from jsonb_array_elements(p_requests) as e
    where not coalesce(e ->> 'key' = any (kept), false));
  this_change := next_change();
  insert into claim_log (change, computer, login, submission, what, other)
    values (this_change, p_computer, session_user, p_computer, 'erased', telling);
  -- With those about the same telephones that the computer doesn't know yet.
  erasing := coalesce(p_requests, '[]') || (select coalesce(jsonb_agg(jsonb_build_object('id', request, 'key', key, 'service', service,
      'submission', body -> 'submission' ->> 'id')), '[]') from records
    where kind = 'request' and body -> 'submission' ->> 'phoneNumber' = any (p_phones));
  gone := array(select e.submission from jsonb_to_recordset(erasing) as e (submission uuid) where e.submission is not null
    union select submission from claims where call_key = any (p_numbers));
  delete from records r using jsonb_to_recordset(erasing) as e (id text, key text, service text)
    where r.service = coalesce(e.service, p_service)
    -- Only a UUID is a request's alone, however it is written: services that count may count for each account.
    and r.request in (e.id, lower(e.id), upper(e.id)) and (length(e.id) = 36 or r.key = e.key or starts_with(r.key, e.key || ' '));
  delete from records where kind = 'hold' and body ->> 'phoneNumber' = any (p_phones);
  delete from records where kind = 'conflict'
    and ((body ->> 'submission')::uuid = any (gone) or (body ->> 'other')::uuid = any (gone));
  -- Of whoever else has the number, the call counts again.
  perform give_back(c, without_gone(c.before, gone)) from claims c
    where c.submission = any (gone) and c.call_key <> all (p_numbers) and without_gone(c.before, gone) is not null;
  delete from claims where call_key = any (p_numbers) or submission = any (gone);
  update claims set before = without_gone(before, gone) where exists (select from unnest(gone) g where strpos(before::text, g::text) > 0);
  delete from turns t using jsonb_to_recordset(erasing) as e (id text, service text)
    where t.service = coalesce(e.service, p_service) and t.request in (e.id, lower(e.id), upper(e.id));
  if exists (select from do_not_call where id = any (p_forgotten) and lifted_at is null) then
    insert into claim_log (change, computer, login, submission, what)
      values (next_change(), p_computer, session_user, p_computer, 'unlisted');
  end if;
  delete from do_not_call where id = any (p_forgotten);
  update do_not_call set number = null, reason = '', lifted_reason = case when lifted_reason is null then null else '' end,
    change = next_change() where number = any (p_numbers || p_phones || p_blocked);
  -- A request's key has a space, and a number none: whoever calls the one as the other changes nothing of a tombstone.
  insert into tombstones (hash, kind, change)
    select hashed(n), 'number', this_change from unnest(p_numbers) as n where coalesce(n !~ ' ', true)
    union select hashed(e.key), p_kind, this_change from jsonb_to_recordset(erasing) as e (key text) where e.key ~ ' '
    -- Of what never became a request, colleagues may have read the claim.
    union select hashed(e.submission::text), p_kind, this_change from jsonb_to_recordset(erasing) as e (key text, submission uuid)
      where e.key is null and exists (select from claim_log l where l.submission = e.submission)
    on conflict (hash) do update set change = this_change, at = now(),
      -- Who has yet to erase them takes them out of texts, too.
      kind = case excluded.kind when 'retained' then tombstones.kind else excluded.kind end;
  return case when kept = '{}' then this_change end;
end $$;

-- A text with each of these words replaced; shorter ones aren't anybody's alone (a name of two Chinese characters has more bytes).
create or replace function without_words(p_text text, p_words text[]) returns text language plpgsql immutable as $$
declare
  word text;
begin
  if p_words is null then
    return case when p_text <> '' then '[erased]' else p_text end;
  end if;
  foreach word in array p_words loop
    p_text := case when octet_length(word) < 4 then p_text else replace(p_text, word, '[erased]') end;
  end loop;
  return p_text;
end $$;

-- The same in each text of JSON, but for ids and codes.
create or replace function without_words(p_body jsonb, p_words text[]) returns jsonb language plpgsql immutable as $$
begin
  return case jsonb_typeof(p_body)
    when 'string' then to_jsonb(without_words(p_body #>> '{}', p_words))
    when 'array' then (select coalesce(jsonb_agg(without_words(e, p_words) order by n), '[]')
      from jsonb_array_elements(p_body) with ordinality as a (e, n))
    when 'object' then (select coalesce(jsonb_object_agg(k, case
        when k in ('id', 'verdict', 'service', 'kind', 'serviceId', 'defaultQuestionnaireId', 'code', 'by', 'about', 'timeZone',
            'phoneNumber')
          then v
        else without_words(v, p_words) end), '{}') from jsonb_each(p_body) as o (k, v))
    else p_body end;
end $$;

-- What happened in a request's history, without what somebody, or the service, said of it.
create or replace function without_texts(p_values jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(k, case when v <> 'null' and k in ('reason', 'answer', 'alike', 'location', 'knownAs')
    then '"[erased]"' else v end), '{}') from jsonb_each(p_values) as o (k, v) where k <> 'said';
$$;

-- Takes whom the team erased out of texts about others: a list of {kind, key, found}, the words as they are there; without them,
-- as of a text of a backup, all of it. A tag goes. The log says by whom; the texts keep their writers' names.
create or replace function unmention(p_computer uuid, p_mentions jsonb) returns void
language plpgsql security definer set search_path from current as $$
declare
  each record;
begin
  perform from team for update;
  perform own_computer(p_computer);
  if jsonb_array_length(p_mentions) > 0 then
    insert into claim_log (change, computer, login, submission, what)
      values (next_change(), p_computer, session_user, p_computer, 'unmentioned');
  end if;
  for each in select * from jsonb_to_recordset(p_mentions) as m (kind text, key text, found text[]) loop
    -- No computer is its writer: whoever wrote it may not know whom it is about, and this one may have read it before.
    if each.kind = 'tag' then
      update records set body = '{"tag": "[erased]"}', removed = true, change = next_change(), writer = null
        where kind = 'tag' and key = each.key;
    elsif each.kind = 'do_not_call' then
      update do_not_call set reason = without_words(reason, each.found), change = next_change(),
        lifted_reason = without_words(lifted_reason, each.found) where id = each.key::uuid;
    elsif each.kind = 'request' then
      update records set change = next_change(), writer = null, body = jsonb_set(body, '{history}', (
          select coalesce(jsonb_agg(case when each.found is not null then without_words(e, each.found)
            when jsonb_typeof(e -> 'values') = 'object' then jsonb_set(e, '{values}', without_texts(e -> 'values')) else e end order by n), '[]')
          from jsonb_array_elements(body -> 'history') with ordinality as h (e, n)))
        where kind = each.kind and key = each.key;
    elsif each.kind in ('note', 'verdict', 'library', 'hold') then
      update records set change = next_change(), writer = null, body = case when each.found is not null
          then without_words(body, each.found)
          else jsonb_set(body, case each.kind when 'note' then '{text}'::text[] else '{reason}' end, '"[erased]"', false) end
        where kind = each.kind and key = each.key;
    else
      continue;
    end if;
    if found then
      insert into tombstones (hash, kind, change) values (hashed(each.kind || ' ' || each.key), 'mention', next_change())
        on conflict (hash) do update set change = excluded.change, at = now();
    end if;
  end loop;
end $$;

-- This computer has erased everything that the team erased up to this change. Its turns go, as it may have taken one to read of
-- somebody meanwhile: reading a request twice harms nobody.
create or replace function erased(p_computer uuid, p_change bigint) returns void
language plpgsql security definer set search_path from current as $$
begin
  perform from team for update;
  perform own_computer(p_computer);
  update computers set erased_up_to = greatest(erased_up_to, least(p_change, (select last_change from team)))
    where id = p_computer;
  delete from turns where computer = p_computer or until < now();
end $$;

-- Which of these requests this computer may read from the service now; the others are a colleague's turn for `p_seconds`. 0: they
-- are no longer this one's, and nothing is kept of those that were erased meanwhile.
create or replace function take_turns(p_computer uuid, p_service text, p_requests text[], p_seconds integer)
returns setof text
language plpgsql security definer set search_path from current as $$
begin
  perform own_computer(p_computer);
  if p_seconds = 0 then
    delete from turns where service = p_service and request = any (p_requests) and computer = p_computer;
    return;
  end if;
  return query with free as (
    select r from unnest(p_requests) as r left join turns t on t.service = p_service and t.request = r
      where t.request is null or t.until < now() or t.computer = p_computer
  ), mine as (
    select t.request from turns t join free on t.service = p_service and t.request = free.r for update of t skip locked
  )
  insert into turns as t (service, request, computer, until)
    select p_service, r, p_computer, now() + make_interval(secs => least(p_seconds, 300)) from free
      where r in (select request from mine) or not exists (select from turns o where o.service = p_service and o.request = r)
    on conflict (service, request) do update set computer = p_computer, until = excluded.until
      where t.until < now() or t.computer = p_computer
    returning t.request;
end $$;

create or replace function note_evidence(p_computer uuid, p_chain uuid, p_seq bigint, p_hash bytea) returns void
language plpgsql security definer set search_path from current as $$
begin
  perform own_computer(p_computer);
  insert into evidence_heads (computer, login, chain, seq, hash) values (p_computer, session_user, p_chain, p_seq, p_hash)
    on conflict do nothing;
end $$;

-- Who may do what.
do $$
declare
  team constant text := current_schema();
  name text;
begin
  execute format('revoke all on schema %I from public', team);
  execute format('grant usage on schema %I to %I', team, team);
  execute format('revoke all on all tables in schema %I from public', team);
  execute format('grant select on all tables in schema %I to %I', team, team);
  execute format('revoke all on all functions in schema %I from public', team);
  foreach name in array array['hello', 'told', 'leave', 'claim', 'settle', 'share', 'forbid', 'erase', 'unmention', 'erased', 'take_turns',
    'note_evidence'] loop
    execute format('grant execute on function %I.%I to %I', team, name, team);
  end loop;
end $$;

commit;
