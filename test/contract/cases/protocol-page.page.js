const { api } = window;

for (const path of ['text?a=1', 'absent', 'empty']) {
  const answer = await fetch(path);
  const own = answer.headers.get('x-own');
  api.tell(path, { status: answer.status, ok: answer.ok, own, body: await answer.text() });
}
for (const path of ['throws', 'no-response', 'error']) {
  api.tell(path, { rejects: await fetch(path).then(() => 'nothing', String) });
}
api.done();
