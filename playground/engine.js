// pysub in a Worker. The page sends {id, call, ...}; this answers {id, value} or {id, error}, and sends {event, ...} by itself.

// (Not by an import: until that has loaded the module, messages would find nobody who listens.)
const loading = import('./pysub/wasm.js');

const HOME = '/home/user';
const LONGEST_SLICE = 5_000_000; // steps: some 50 ms
const MOST_SHOWN = 1_000_000; // characters of output
const LONGEST_WAIT = 2 ** 31 - 1; // ms: a timer that is set for longer rings at once

let pysub = null;
let shell = null;
let session = null;

const say = (event, more = {}) => postMessage({ event, ...more });
const delay = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
const turn = () => delay(0);
// A wait that ends early when somebody clicks: what is wanted may be something else then.
let wake = () => {};
function rest(ms) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.max(0, Math.min(ms, LONGEST_WAIT)));
    wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

// ---- files: those of the shell; a program gets a copy, and what it has changed comes back

function everyFile(files, directory = HOME, found = []) {
  for (const [name, kind] of files.entries(directory)) {
    const path = `${directory}/${name}`;
    if (kind === 'directory') everyFile(files, path, found);
    else if (kind === 'file') found.push(path);
  }
  return found;
}
function copyInto(from, to, before = null) {
  for (const path of everyFile(from)) {
    const bytes = from.read(path);
    const old = before?.get(path);
    if (old !== undefined && old.length === bytes.length && old.every((byte, i) => byte === bytes[i])) continue;
    const directory = path.slice(0, path.lastIndexOf('/'));
    if (!to.exists(directory)) to.makeDirectory(directory, { parents: true });
    to.write(path, bytes);
  }
}
const contents = (files) => new Map(everyFile(files).map((path) => [path, files.read(path)]));
function filesForProgram() {
  const files = new pysub.Files();
  files.setCaller({ uid: 0 });
  files.makeDirectory(HOME, { parents: true });
  files.setPermissions(HOME, 0o777);
  files.setCaller({});
  copyInto(shell.files, files);
  return files;
}
function listFiles() {
  return everyFile(shell.files).map((path) => ({ path, size: shell.files.status(path).size }));
}

// ---- the program

class Run {
  constructor(sandbox, files, fileName, limits) {
    this.sandbox = sandbox;
    this.files = files;
    this.before = contents(files);
    this.fileName = fileName;
    this.limits = limits;
    this.state = 'paused';
    this.shown = 0;
    this.call = null; // the question that it stands at
    this.until = null; // when its time.sleep() is over
    sandbox.output = (stream, text) => this.print(stream, text);
  }
  print(stream, text) {
    if (this.shown < MOST_SHOWN) say('output', { stream, text: text.slice(0, MOST_SHOWN - this.shown) });
    if (this.shown < MOST_SHOWN && this.shown + text.length >= MOST_SHOWN) say('output', { stream: 'stderr', text: '\n[more is not shown]\n' });
    this.shown += text.length;
  }
  tell(state, more = {}) {
    this.state = state;
    const { steps, memoryBytes, seconds } = this.sandbox.usage();
    say('state', { state, steps, memoryBytes, seconds, ...more });
  }
  giveBackFiles() {
    copyInto(this.files, shell.files, this.before);
    this.before = contents(this.files);
    say('files', { files: listFiles() });
  }
  fork() {
    const files = this.files.fork();
    return new Run(this.sandbox.fork(), files, this.fileName, this.limits);
  }
  close() {
    this.sandbox.close();
  }
}

const OPTIONS = { permissions: { clock: 'host', sleep: 'host', entropy: 'host', standardInput: 'host' } };
let current = null;
let wanted = 'pause'; // what the loop is to do: run, pause, step
let fuel = LONGEST_SLICE;
let looping = false;
const forks = new Map();
let lastFork = 0;
let busy = null; // what the terminal waits for: the shell or the session

// Whether lines that were typed want more of them, as python3's prompt decides it: a compound statement
// goes on until an empty line, and what is not whole (a bracket, a text in three quotes, a backslash
// at the end) until it is. What more lines would not mend is told at once.
function wantsMore(text) {
  const program = new pysub.Program(text, { fileName: 'check' });
  const messages = program.mistakes.map(({ message }) => message);
  program.close();
  if (messages.some((message) => /was never closed|unterminated triple-quoted|unexpected EOF/.test(message))) return true;
  const isBlock = /^(@|(async|class|def|for|if|try|while|with)\b)/.test(text);
  const hasEnded = /\n[ \t]*$/.test(text);
  return isBlock && !hasEnded && messages.every((message) => /expected an indented block|expected 'except' or 'finally'|invalid syntax/.test(message));
}

// A message names the field of the page and not the option that it becomes.
const FIELDS = [[/limits\.memoryBytes|memoryBytes/g, '"memory, MB"'], [/limits\.seconds/g, '"seconds"'], [/limits\.steps/g, '"steps"']];
const inWordsOfThePage = (message) => FIELDS.reduce((text, [name, field]) => text.replace(name, field), message);
const limitsOf = ({ seconds, memory, steps }) => ({
  seconds: seconds === '' ? null : Number(seconds), memoryBytes: memory === '' ? null : Math.round(Number(memory) * 1e6),
  steps: steps === '' ? null : Math.round(Number(steps)),
});

// Where it happened: the last line of the program itself; of a SyntaxError what its traceback says.
function lineOf(error, fileName) {
  const frame = error.frames.filter((each) => each.fileName === fileName).at(-1);
  return frame?.line ?? lineIn(error.traceback, fileName);
}
function lineIn(traceback, fileName) {
  const place = [...(traceback ?? '').matchAll(/File "([^"]*)", line (\d+)/g)].filter((found) => found[1] === fileName).at(-1);
  return place ? Number(place[2]) : null;
}

function ended(run, stop) {
  run.giveBackFiles();
  if (stop instanceof pysub.Finished) return run.tell('finished');
  if (stop instanceof pysub.LimitReached) {
    return run.tell('failed', { message: stop.message, line: lineIn(stop.traceback, run.fileName) });
  }
  const { error } = stop;
  if (error.status !== undefined) {
    if (error.exitMessage) run.print('stderr', `${error.exitMessage}\n`);
    return run.tell('finished');
  }
  run.print('stderr', error.traceback);
  run.tell('failed', { message: error.message, line: lineOf(error, run.fileName) });
}

// Answers what the program stands at. False: it has to wait for the page.
async function answer(run, stop) {
  const { sandbox } = run;
  if (stop instanceof pysub.Waiting) {
    await rest(Math.min(stop.sleep ?? 0, 1) * 1000);
    return true;
  }
  if (stop instanceof pysub.FunctionCall || stop instanceof pysub.NameLookup) {
    sandbox.answerUnknown(stop);
    return true;
  }
  switch (stop.name) {
    case 'Now':
      sandbox.answer(stop, stop.fields.clock === 0 ? BigInt(Date.now()) * 1_000_000n : BigInt(Math.round(performance.now() * 1e6)));
      return true;
    case 'Sleep':
      run.until ??= performance.now() + Number(stop.fields.nanoseconds) / 1e6;
      await rest(run.until - performance.now());
      // (Who was waked, or stopped, is not answered: going on, it comes to the same stop.)
      if (run !== current || performance.now() < run.until) return true;
      run.until = null;
      sandbox.answer(stop, null);
      return true;
    case 'Entropy':
      sandbox.answer(stop, crypto.getRandomValues(new Uint8Array(stop.fields.bytes)));
      return true;
    case 'ReadLine':
      run.call = stop;
      return false;
    default:
      sandbox.raise(stop, 'PermissionError', 'not in a page');
      return true;
  }
}

async function loop() {
  if (looping) return;
  looping = true;
  let told = 0;
  try {
    while (current !== null) {
      const run = current;
      const slice = Math.min(fuel, LONGEST_SLICE);
      const stop = run.sandbox.runSync({ fuel: slice });
      if (run !== current) continue;
      if (stop instanceof pysub.OutOfFuel) {
        if (wanted === 'step' || wanted === 'pause') {
          run.giveBackFiles();
          run.tell('paused');
          return;
        }
        if (performance.now() - told > 200) {
          told = performance.now();
          run.tell('running');
        }
        await (slice < 100_000 ? delay(0.02) : turn());
      } else if (stop instanceof pysub.OsCall || stop instanceof pysub.Waiting || stop instanceof pysub.FunctionCall || stop instanceof pysub.NameLookup) {
        if (!(await answer(run, stop))) {
          run.tell('input');
          return;
        }
        if (run !== current) continue;
        if (wanted !== 'run') {
          run.tell('paused');
          return;
        }
      } else {
        ended(run, stop);
        return;
      }
    }
  } finally {
    looping = false;
  }
}

// (Told here, not by the loop: what sleeps from its first step on is running, too, and can be paused.)
function proceed() {
  if (wanted === 'run') current.tell('running');
  loop();
}
function replace(run) {
  if (current !== null) current.close();
  current = run;
  wake();
}

const calls = {
  async load() {
    pysub = await loading;
    shell = new pysub.Shell({ python: 'inProcess', directory: HOME, limits: { seconds: 60 } });
    session = new pysub.Session({ fileName: '<terminal>', workingDirectory: HOME, limits: { seconds: 30 } });
    return { version: pysub.version };
  },

  // What is wrong with the text: before it runs.
  check({ code }) {
    const program = new pysub.Program(code, { fileName: 'check' });
    const mistakes = program.mistakes.map(({ line, message, type }) => ({ line, message: `${type}: ${message}` }));
    program.close();
    return mistakes;
  },
  start({ code, path, limits, run }) {
    const fileName = path.slice(HOME.length + 1);
    const files = filesForProgram();
    const sandbox = new pysub.Sandbox(code, { fileName, files, workingDirectory: HOME, home: HOME, limits: limitsOf(limits), ...OPTIONS });
    replace(new Run(sandbox, files, fileName, limits));
    wanted = run ? 'run' : 'step';
    proceed();
  },
  go({ how }) {
    if (current === null) throw new Error('no program has begun');
    wanted = how;
    wake();
    if (how !== 'pause') proceed();
  },
  stop() {
    current?.tell('stopped');
    replace(null);
  },
  input({ line }) {
    if (current?.call == null) throw new Error('nobody has asked');
    const { call } = current;
    current.call = null;
    current.sandbox.answer(call, `${line}\n`);
    current.print('stdout', '');
    wanted = 'run';
    proceed();
  },
  fuel({ steps }) {
    fuel = steps;
  },

  save() {
    return current.sandbox.dump();
  },
  restore({ bytes, path, limits }) {
    const files = filesForProgram();
    const sandbox = pysub.Sandbox.load(bytes, { files, ...OPTIONS });
    replace(new Run(sandbox, files, path.slice(HOME.length + 1), limits));
    wanted = 'pause';
    current.tell('paused');
  },
  fork() {
    const run = current.fork();
    forks.set(++lastFork, run);
    return { number: lastFork, steps: run.sandbox.usage().steps };
  },
  // What ran before is given up: who wants both forks once more.
  resume({ number }) {
    replace(forks.get(number).fork());
    wanted = 'pause';
    current.tell('paused');
  },
  drop({ number }) {
    forks.get(number)?.close();
    forks.delete(number);
  },

  files: () => listFiles(),
  read: ({ path }) => shell.files.read(path),
  write({ path, contents: bytes }) {
    const directory = path.slice(0, path.lastIndexOf('/'));
    if (!shell.files.exists(directory)) shell.files.makeDirectory(directory, { parents: true });
    shell.files.write(path, bytes);
    return listFiles();
  },
  remove({ path }) {
    shell.files.remove(path);
    return listFiles();
  },

  async command({ text }) {
    busy = shell;
    const result = await shell.run(text, { output: (stream, piece) => say('terminal', { stream, text: piece }) });
    busy = null;
    if (result.limit !== null) shell.runSync(':'); // else its files would still refuse what a limit has refused
    for (const [stream, bytes] of [['stdout', result.stdoutBytes], ['stderr', result.stderrBytes]]) {
      if (bytes.length > 0) say('terminal', { stream, text: new TextDecoder().decode(bytes) });
    }
    return { status: result.exitCode, limit: result.limit, directory: shell.directory, files: listFiles() };
  },
  more: ({ text }) => wantsMore(text),
  async python({ text }) {
    session.sandbox.output = (stream, piece) => say('terminal', { stream, text: piece });
    busy = session;
    try {
      await session.feed(text, null, { echo: true });
    } catch (error) {
      say('terminal', { stream: 'stderr', text: error.traceback || `${error.message}\n` });
    }
    busy = null;
    return { status: 0, directory: shell.directory, files: listFiles() };
  },
  interrupt() {
    busy?.cancel();
  },
};

onmessage = async ({ data: { id, call, ...more } }) => {
  try {
    postMessage({ id, value: await calls[call](more) });
  } catch (error) {
    postMessage({ id, error: inWordsOfThePage(String(error.message)) });
  }
};
