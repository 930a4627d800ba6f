// What is shown, and what clicks and keys do. pysub is in engine.js, a Worker.

import { examples } from './examples.js';

const HOME = '/home/user';
const $ = (id) => document.getElementById(id);
const code = $('code');
let path = `${HOME}/main.py`;
let state = 'none';

// ---- the Worker

const engine = new Worker(new URL('./engine.js', import.meta.url), { type: 'module' });
const waiting = new Map();
let lastId = 0;
function ask(call, more = {}) {
  return new Promise((resolve, reject) => {
    waiting.set(++lastId, { resolve, reject });
    engine.postMessage({ id: lastId, call, ...more });
  });
}
const events = {
  output: ({ stream, text }) => show($('output'), stream, text),
  terminal: ({ stream, text }) => show($('screen'), stream, text),
  files: ({ files }) => showFiles(files),
  state: showState,
};
engine.onmessage = ({ data }) => {
  if (data.event !== undefined) return events[data.event](data);
  const { resolve, reject } = waiting.get(data.id);
  waiting.delete(data.id);
  if (data.error === undefined) resolve(data.value);
  else reject(new Error(data.error));
};
engine.onerror = () => {
  $('state').textContent = 'pysub could not be loaded';
};

function show(where, stream, text) {
  const down = where.scrollHeight - where.scrollTop - where.clientHeight < 40;
  const last = where.lastElementChild;
  if (last?.className === stream) last.textContent += text;
  else {
    const piece = document.createElement('span');
    piece.className = stream;
    piece.textContent = text;
    where.append(piece);
  }
  if (down) where.scrollTop = where.scrollHeight;
}
const report = (work) => work.catch((error) => {
  $('state').textContent = error.message;
});

// ---- the editor

function numberLines(wrong = null) {
  const count = code.value.split('\n').length;
  const lines = $('lines');
  while (lines.childElementCount > count) lines.lastChild.remove();
  while (lines.childElementCount < count) {
    const line = document.createElement('span');
    line.textContent = lines.childElementCount + 1;
    lines.append(line);
  }
  lines.querySelector('.wrong')?.classList.remove('wrong');
  if (wrong !== null) lines.children[wrong - 1]?.classList.add('wrong');
  lines.scrollTop = code.scrollTop;
}
function showError(message, line = null) {
  $('error').hidden = message === null;
  $('error').textContent = message === null ? '' : line === null ? message : `line ${line}: ${message}`;
  numberLines(line);
  if (line !== null) {
    // The line comes into sight.
    const height = parseFloat(getComputedStyle(code).lineHeight);
    if ((line - 1) * height < code.scrollTop || line * height > code.scrollTop + code.clientHeight) code.scrollTop = (line - 3) * height;
    $('lines').scrollTop = code.scrollTop;
  }
}
let checking = null;
code.addEventListener('input', () => {
  showError(null);
  clearTimeout(checking);
  checking = setTimeout(async () => {
    if (!path.endsWith('.py')) return;
    const [mistake] = await ask('check', { code: code.value });
    if (mistake) showError(mistake.message, mistake.line);
  }, 400);
});
code.addEventListener('scroll', () => {
  $('lines').scrollTop = code.scrollTop;
});
// Enter goes on with the indentation. (Tab stays what moves the focus; Ctrl+] indents.)
code.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && !event.ctrlKey && !event.shiftKey && !event.altKey) {
    const line = code.value.slice(0, code.selectionStart).split('\n').at(-1);
    const indent = line.match(/^ */)[0] + (line.trimEnd().endsWith(':') ? '    ' : '');
    event.preventDefault();
    code.setRangeText(`\n${indent}`, code.selectionStart, code.selectionEnd, 'end');
    code.dispatchEvent(new Event('input'));
  } else if (event.ctrlKey && event.key === ']') {
    event.preventDefault();
    code.setRangeText('    ', code.selectionStart, code.selectionStart, 'end');
    code.dispatchEvent(new Event('input'));
  }
});
async function open(newPath) {
  const bytes = await ask('read', { path: newPath });
  path = newPath;
  code.value = new TextDecoder().decode(bytes);
  $('file-name').textContent = path.slice(HOME.length + 1);
  showError(null);
  showFiles(await ask('files'));
}
const keep = async () => showFiles(await ask('write', { path, contents: code.value }));

// ---- run, pause, step

const limits = () => Object.fromEntries(new FormData($('limits')));
function showState({ state: now, steps, memoryBytes, seconds, message = null, line = null }) {
  state = now;
  const alive = ['running', 'paused', 'input'].includes(now);
  const words = { starting: 'starts', running: 'running', paused: 'paused', input: 'waits for a line', finished: 'finished', failed: 'failed', stopped: 'stopped' };
  $('state').textContent = `${words[now]} · ${steps.toLocaleString('en')} steps · ${(memoryBytes / 1e6).toFixed(1)} MB · ${seconds.toFixed(2)} s`;
  $('state').dataset.state = now;
  $('pause').disabled = now !== 'running';
  $('stop').disabled = !alive;
  $('run').textContent = now === 'paused' ? 'Go on' : 'Run';
  for (const id of ['save', 'fork']) $(id).disabled = !['paused', 'input'].includes(now);
  $('input-form').hidden = now !== 'input';
  if (now === 'input') $('input').focus();
  if (message !== null) showError(message, line);
}
async function begin(run) {
  $('output').textContent = '';
  showError(null);
  // (Until the program is there, nothing could be paused; and what is shown is no longer of the last one.)
  showState({ state: 'starting', steps: 0, memoryBytes: 0, seconds: 0 });
  await keep();
  await ask('start', { code: code.value, path, limits: limits(), run });
}
const runOrGoOn = () => report(state === 'paused' ? ask('go', { how: 'run' }) : begin(true));
const step = () => report(state === 'paused' ? ask('go', { how: 'step' }) : begin(false));
$('run').onclick = runOrGoOn;
$('step').onclick = step;
$('pause').onclick = () => report(ask('go', { how: 'pause' }));
$('stop').onclick = () => report(ask('stop'));
document.addEventListener('keydown', (event) => {
  if (!event.ctrlKey && !event.metaKey) return;
  if (event.key === 'Enter') {
    event.preventDefault();
    if (event.shiftKey) step();
    else runOrGoOn();
  } else if (event.shiftKey && event.key.toLowerCase() === 'p') {
    event.preventDefault();
    report(ask('go', { how: 'pause' }));
  }
});
function setFuel() {
  const steps = 10 ** Number($('fuel').value);
  $('fuel-shown').textContent = steps.toLocaleString('en');
  ask('fuel', { steps });
}
$('fuel').oninput = setFuel;
$('input-form').onsubmit = (event) => {
  event.preventDefault();
  const line = $('input').value;
  show($('output'), 'typed', `${line}\n`);
  $('input').value = '';
  $('input-form').hidden = true;
  report(ask('input', { line }));
};

// ---- snapshots

function download(name, bytes) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([bytes]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
$('save').onclick = () => report(ask('save').then((bytes) => download(`${path.split('/').at(-1)}.snapshot`, bytes)));
$('load').onclick = () => $('load-input').click();
$('load-input').onchange = () => {
  const [file] = $('load-input').files;
  $('load-input').value = '';
  if (file) report(file.arrayBuffer().then((buffer) => ask('restore', { bytes: new Uint8Array(buffer), path, limits: limits() })));
};
function button(text, label, work) {
  const made = document.createElement('button');
  made.textContent = text;
  made.setAttribute('aria-label', label);
  made.onclick = () => report(Promise.resolve(work()));
  return made;
}
$('fork').onclick = () => report(ask('fork').then(({ number, steps }) => {
  const row = document.createElement('li');
  const name = `fork ${number}, ${steps.toLocaleString('en')} steps`;
  row.append(button(name, `Go on with ${name}`, () => ask('resume', { number })), button('×', `Forget ${name}`, () => {
    row.remove();
    return ask('drop', { number });
  }));
  $('forks').append(row);
}));

// ---- files

function showFiles(files) {
  const focused = document.activeElement?.closest('#files li')?.dataset.path;
  $('files').replaceChildren(...files.map(({ path: each, size }) => {
    const row = document.createElement('li');
    const name = each.slice(HOME.length + 1);
    row.dataset.path = each;
    row.setAttribute('aria-current', String(each === path));
    row.append(
      button(name, `Open ${name}, ${size} bytes`, () => open(each)),
      button('↓', `Download ${name}`, async () => download(name.split('/').at(-1), await ask('read', { path: each }))),
      button('×', `Remove ${name}`, async () => showFiles(await ask('remove', { path: each }))),
    );
    return row;
  }));
  if (focused) document.querySelector(`#files li[data-path="${CSS.escape(focused)}"] button`)?.focus();
}
$('new-file').onclick = () => report((async () => {
  const names = new Set([...document.querySelectorAll('#files li')].map((row) => row.dataset.path));
  let number = 1;
  while (names.has(`${HOME}/new${number}.py`)) ++number;
  await keep();
  await ask('write', { path: `${HOME}/new${number}.py`, contents: '' });
  await open(`${HOME}/new${number}.py`);
  code.focus();
})());
async function upload(list) {
  for (const file of list) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    showFiles(await ask('write', { path: `${HOME}/${file.name}`, contents: bytes }));
  }
}
$('upload').onclick = () => $('upload-input').click();
$('upload-input').onchange = () => report(upload([...$('upload-input').files]).then(() => {
  $('upload-input').value = '';
}));
document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
  event.preventDefault();
  report(upload([...event.dataTransfer.files]));
});

// ---- the terminal

const history = [];
let at = 0;
let busy = false;
let block = []; // lines of a statement of Python that is not whole yet
const language = () => $('language').value;
function setPrompt(directory = HOME) {
  $('prompt').textContent = language() !== 'python' ? `${directory.replace(HOME, '~')} $` : block.length === 0 ? '>>>' : '...';
}
$('language').onchange = () => {
  block = [];
  setPrompt();
  $('command').focus();
};
$('prompt-form').onsubmit = (event) => {
  event.preventDefault();
  let text = $('command').value;
  if (busy || (text.trim() === '' && block.length === 0)) return;
  if (text.trim() !== '') history.push(text);
  at = history.length;
  $('command').value = '';
  show($('screen'), 'typed', `${$('prompt').textContent} ${text}\n`);
  busy = true;
  report((async () => {
    if (language() === 'python') {
      // As python3 -i: an empty line ends a block.
      block.push(text);
      text = block.join('\n');
      if (await ask('more', { text })) {
        setPrompt();
        const last = block.at(-1);
        $('command').value = last.match(/^\s*/)[0] + (/:\s*(#.*)?$/.test(last) ? '    ' : '');
        return;
      }
      block = [];
    }
    if (path.startsWith(HOME)) await keep();
    const { status, limit, directory, files } = await ask(language() === 'python' ? 'python' : 'command', { text });
    if (limit) show($('screen'), 'stderr', `[limit: ${limit}]\n`);
    else if (status !== 0) show($('screen'), 'stderr', `[${status}]\n`);
    setPrompt(directory);
    showFiles(files);
    if (files.some((file) => file.path === path)) {
      const now = new TextDecoder().decode(await ask('read', { path }));
      if (now !== code.value) await open(path);
    }
  })().finally(() => {
    busy = false;
    $('screen').scrollTop = $('screen').scrollHeight;
  }));
};
$('command').addEventListener('keydown', (event) => {
  if (event.ctrlKey && event.key === 'c' && $('command').selectionStart === $('command').selectionEnd) {
    block = [];
    if (!busy) $('command').value = '';
    setPrompt();
    ask('interrupt');
  } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
    event.preventDefault();
    at = Math.max(0, Math.min(history.length, at + (event.key === 'ArrowUp' ? -1 : 1)));
    $('command').value = history[at] ?? '';
  }
});

// ---- colours

function setTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
}
// (A page that may store nothing has the system's colours.)
const stored = (work) => {
  try {
    return work(localStorage);
  } catch {
    return null;
  }
};
setTheme(stored((place) => place.getItem('theme')));
$('theme').onclick = () => {
  const dark = getComputedStyle(document.documentElement).colorScheme === 'dark' ||
    (!document.documentElement.dataset.theme && matchMedia('(prefers-color-scheme: dark)').matches);
  setTheme(dark ? 'light' : 'dark');
  stored((place) => place.setItem('theme', dark ? 'light' : 'dark'));
};

// ---- the beginning

async function useExample(index) {
  const { code: text, file } = examples[index];
  if (file) await ask('write', { path: `${HOME}/${file[0]}`, contents: file[1] });
  await ask('write', { path: `${HOME}/main.py`, contents: text });
  await open(`${HOME}/main.py`);
}
examples.forEach(({ name }, index) => $('example').add(new Option(name, index)));
$('example').onchange = () => report(useExample(Number($('example').value)));
report((async () => {
  const { version } = await ask('load');
  setFuel();
  setPrompt();
  await useExample(0);
  $('state').textContent = `pysub ${version}: ready`;
  $('state').dataset.state = 'ready';
})());
