import { Button, Group, NativeSelect, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { type ClipboardEvent, useState } from 'react';
import {
  DEFAULT_PORT,
  DEFAULT_SCHEMA,
  type FixedTeam,
  isTeamAddress,
  readTeamAddress,
  type TeamAddress,
  type TeamConnection,
  TLS_MODES,
  teamInput,
} from '../../../shared/team.ts';
import { inputWords } from '../../../shared/words/input-words.ts';
import { TLS_WORDS } from '../../../shared/words/team-words.ts';
import { isLoopback } from '../../../shared/workspace.ts';
import { api, toApiError } from '../../api/api.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { fieldErrors, useServerErrors } from '../../parts/form.tsx';
import { Columns, Dim } from '../../parts/layout.tsx';
import { ErrorNotice, Notice } from '../../parts/notice.tsx';
import { showToast } from '../../parts/toast.tsx';

/** What is typed; a path or the team that is left out is empty. */
type Typed = ReturnType<typeof typedOf>;

function typedOf(connection: Partial<TeamConnection> | null) {
  return {
    host: connection?.host ?? '',
    port: String(connection?.port ?? DEFAULT_PORT),
    database: connection?.database ?? '',
    user: connection?.user ?? '',
    password: '',
    person: connection?.person ?? '',
    schema: connection?.schema ?? DEFAULT_SCHEMA,
    tls: connection?.tls ?? 'verify-full',
    certificate: connection?.certificate ?? '',
    key: connection?.key ?? '',
  };
}

function inputOf(typed: Typed) {
  const { port, certificate, key, ...rest } = typed;
  const number = /^\s*\d{1,5}\s*$/.test(port) ? Number(port) : Number.NaN;
  return { ...rest, port: number, certificate: certificate.trim() || null, key: key.trim() || null };
}

/** The fields under Further settings, which show when one of them is wrong. */
const FURTHER: readonly (keyof Typed)[] = ['port', 'schema', 'tls', 'certificate', 'key'];
/** All fields in their order. */
const FIELDS: readonly (keyof Typed)[] = ['host', 'database', 'user', 'password', 'person', ...FURTHER];
/** Those that are shown where a policy sets the rest. */
const PERSONAL: readonly string[] = ['user', 'password', 'person', 'certificate', 'key'];

interface TeamFormProps {
  /** What is stored; null: the workspace has no team. */
  readonly connection: TeamConnection | null;
  readonly fixed: FixedTeam | null;
  readonly onDone: () => void;
  readonly onCancel?: () => void;
}

/** The form of a team's connection, which is stored once it works. */
export function TeamForm({ connection, fixed, onDone, onCancel }: TeamFormProps) {
  const { api: workspace } = useWorkspace();
  const form = useForm<Typed>({
    initialValues: typedOf({ ...connection, ...fixed }),
    validate: (typed) => fieldErrors(teamInput, inputOf(typed)),
  });
  const [isFurther, setFurther] = useState(fixed === null && form.values.tls !== 'verify-full');
  const [weaker, setWeaker] = useState<TeamAddress['weaker']>(null);
  const connect = useMutation({
    mutationFn: ({ setsUp, typed }: { readonly setsUp: boolean; readonly typed: Typed }) => {
      const input = inputOf(typed);
      return setsUp ? workspace.team.setUp(input) : workspace.team.join(input);
    },
    onSuccess: () => {
      showToast({ title: 'Connected to the team database', message: form.values.host });
      onDone();
    },
    onError: (error) => showErrors(toApiError(error).fields),
  });
  useServerErrors(connect.error, form.setErrors);
  const showErrors = (errors: object) => {
    if (FURTHER.some((field) => field in errors)) setFurther(true);
    const first = FIELDS.find((field) => field in errors);
    // In the next frame, when it is shown.
    if (first) requestAnimationFrame(() => form.getInputNode(first)?.focus());
  };
  const submit = (setsUp: boolean) =>
    form.onSubmit((typed) => connect.mutate({ setsUp, typed }), showErrors)();
  const fill = ({ fields, password, weaker: asked }: TeamAddress) => {
    const { host, database, user } = form.values;
    // What the address leaves out and has a usual value gets that; the rest stays as it is typed.
    form.setValues({
      ...typedOf({ host, database, user, ...fields }),
      password: password || form.values.password,
      person: form.values.person,
    });
    form.clearErrors();
    setWeaker(asked);
    if (asked) setFurther(true);
  };
  const of = (field: keyof Typed) => ({
    ...form.getInputProps(field),
    readOnly: fixed !== null && field in fixed,
  });
  const failed = connect.error ? toApiError(connect.error) : null;
  const { error } = failed?.failure ?? {};
  const problem = error?.code === 'team_not_joined' ? error.values.problem : null;
  const isBeside = Object.keys(failed?.fields ?? {}).some((field) => !fixed || PERSONAL.includes(field));
  const isMissing = problem?.code === 'no_schema' || problem?.code === 'schema_too_old';
  const person = (
    <TextInput
      label="Your name"
      description={form.errors['person'] ? undefined : 'As your colleagues see it.'}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      {...of('person')}
    />
  );
  const user = <TextInput label="User name" spellCheck={false} autoComplete="off" {...of('user')} />;
  const password = (
    <PasswordInput
      label="Password"
      autoFocus={connection !== null}
      autoComplete="off"
      placeholder={connection ? 'Unchanged' : ''}
      {...of('password')}
    />
  );
  return (
    <form
      noValidate
      data-continues
      onSubmit={(event) => {
        event.preventDefault();
        submit(false);
      }}
    >
      <Stack gap={12}>
        {fixed === null ? (
          <>
            <AddressField onRead={fill} />
            <TextInput label="Server" placeholder="db.example.com" spellCheck={false} {...of('host')} />
            <Columns>
              <TextInput label="Database" spellCheck={false} {...of('database')} />
              {user}
            </Columns>
            <Columns>
              {password}
              {person}
            </Columns>
          </>
        ) : (
          <>
            <Dim>{`${teamPlace(fixed)} · ${TLS_WORDS[fixed.tls].toLowerCase()}`}</Dim>
            {person}
            <Columns>
              {user}
              {password}
            </Columns>
          </>
        )}
        <details open={isFurther} onToggle={(event) => setFurther(event.currentTarget.open)}>
          <summary>Further settings</summary>
          <Stack gap={12} mt={10}>
            {fixed === null && (
              <>
                <Columns>
                  <TextInput label="Port" inputMode="numeric" {...of('port')} />
                  <TextInput
                    label="Team"
                    description="Its schema in the database."
                    inputWrapperOrder={['label', 'input', 'error', 'description']}
                    spellCheck={false}
                    {...of('schema')}
                  />
                </Columns>
                <NativeSelect
                  label="Encryption"
                  data={TLS_MODES.map((value) => ({ value, label: TLS_WORDS[value] }))}
                  {...form.getInputProps('tls')}
                />
                <TlsNotice tls={form.values.tls} weaker={weaker} host={form.values.host} />
              </>
            )}
            <Columns>
              <TextInput
                label="Client certificate"
                description="The path of a PEM file, if the database asks for one."
                inputWrapperOrder={['label', 'input', 'error', 'description']}
                spellCheck={false}
                {...of('certificate')}
              />
              <TextInput label="Its key" spellCheck={false} {...of('key')} />
            </Columns>
          </Stack>
        </details>
        <ErrorNotice error={connect.error} isBeside={isBeside} />
        <Group gap={8}>
          <Button type="submit" loading={connect.isPending}>
            {connection ? 'Save and connect' : 'Connect'}
          </Button>
          {isMissing && problem.values.maySetUp && (
            <Button variant="default" disabled={connect.isPending} onClick={() => submit(true)}>
              {problem.code === 'no_schema' ? 'Set up the team database' : 'Bring it up to date'}
            </Button>
          )}
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </Group>
        {(connection === null || isMissing) && <SaveSqlFile />}
      </Stack>
    </form>
  );
}

/** Where a team is, in a line. */
export function teamPlace({
  schema,
  database,
  host,
  port,
}: Pick<FixedTeam, 'schema' | 'database' | 'host' | 'port'>) {
  return `${schema} in ${database} at ${host}${port === DEFAULT_PORT ? '' : `:${port}`}`;
}

/** One address in place of the fields: it fills them, and is then gone, with its password. */
function AddressField({ onRead }: { readonly onRead: (address: TeamAddress) => void }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const read = (typed: string) => {
    const found = readTeamAddress(typed);
    if ('problem' in found) {
      setError(inputWords(found.problem));
      setText(typed);
      return;
    }
    setError(undefined);
    setText('');
    onRead(found.address);
  };
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text');
    if (!isTeamAddress(pasted)) return;
    event.preventDefault();
    read(pasted);
  };
  return (
    <TextInput
      label="Address"
      placeholder="postgresql://user@db.example.com/hiring"
      description="Paste it here, and it fills in the fields below."
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      inputMode="url"
      spellCheck={false}
      autoComplete="off"
      value={text}
      error={error}
      onPaste={paste}
      onChange={(event) => {
        setText(event.currentTarget.value);
        setError(undefined);
      }}
      onBlur={() => text.trim() !== '' && read(text)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || text.trim() === '') return;
        event.preventDefault();
        read(text);
      }}
    />
  );
}

function TlsNotice({ tls, weaker, host }: Pick<Typed, 'tls' | 'host'> & Pick<TeamAddress, 'weaker'>) {
  if (tls !== 'verify-full') {
    // Nobody is on the way.
    if (isLoopback(host)) return null;
    return (
      <Notice
        tone="warning"
        title={
          tls === 'off'
            ? 'Whoever is on the way can read and change everything, the password too.'
            : 'Somebody else can answer in place of your database, and learn the password.'
        }
      >
        <p>Choose this only if your administrator tells you to.</p>
      </Notice>
    );
  }
  if (weaker === null) return null;
  return (
    <Notice tone="info" title={`The address asks for “${TLS_WORDS[weaker].toLowerCase()}”.`}>
      <p>Callboard verifies the server all the same, unless you choose otherwise above.</p>
    </Notice>
  );
}

/** For whoever runs the database. */
export function SaveSqlFile() {
  const save = useMutation({ mutationFn: api.team.saveSchema });
  return (
    <div>
      <Group gap={8}>
        <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
          Save the SQL file…
        </Button>
        <Dim>For the administrator of the database, who sets the team up with it.</Dim>
      </Group>
      <ErrorNotice error={save.error} />
    </div>
  );
}
