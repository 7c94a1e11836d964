const { api } = window;

api.tell('frozen', {
  api: thrownBy(() => {
    api.text = 'changed';
  }),
  inside: thrownBy(() => {
    api.list[1].deep = false;
  }),
  binding: thrownBy(() => {
    window.api = {};
  }),
});
api.tell('a copy', { returned: api.change().count, exposed: api.changing.count });
api.tell('person', {
  isPlain: Object.getPrototypeOf(api.person()) === Object.prototype,
  keys: Object.keys(api.person()),
});
api.tell('cloned', {
  date: api.date().getTime(),
  map: api.map() instanceof Map,
  bytes: [...api.bytes()],
});
for (const call of ['throwError', 'throwText']) {
  try {
    api[call]();
  } catch (error) {
    api.tell(call, {
      error: String(error),
      isTypeError: error instanceof TypeError,
      code: error.code ?? null,
    });
  }
}
const error = await api.rejectError().catch((reason) => reason);
api.tell('rejectError', {
  error: String(error),
  isTypeError: error instanceof TypeError,
  code: error.code ?? null,
});
api.tell('later', { answer: (await api.later()).call() });
const mine = () => 'mine';
api.keep(mine);
api.tell('own function', { same: api.giveBack() === mine });
class Page {
  name = 'page';
}
const page = new Page();
api.keep(page);
page.name = 'changed';
api.tell('argument', { ...api.describeKept(), same: api.giveBack() === page });
api.done();

function thrownBy(action) {
  try {
    action();
    return 'nothing';
  } catch (error) {
    return error.constructor.name;
  }
}
