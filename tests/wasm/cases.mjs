// Golden files, as tests/README.md describes them.
import fs from 'node:fs';
import path from 'node:path';

export function splitCases(text) {
  const cases = [];
  let title = '';
  let source = [];
  const finish = () => {
    if (source.some((line) => line.trim() !== '' && !line.startsWith('#'))) {
      const parts = [{ name: null, lines: [] }];
      for (const line of source) {
        if (line.startsWith('# +++')) parts.push({ name: line.slice(5).trim(), lines: [] });
        else parts.at(-1).lines.push(line);
      }
      const texts = parts.map(({ lines }) => `${lines.join('\n').replace(/\n+$/, '')}\n`);
      const golden = { heading: `=== ${cases.length + 1}${title ? `: ${title}` : ''}`, source: texts[0], modules: [], stdin: '', argv: [], limits: [] };
      parts.slice(1).forEach(({ name }, i) => golden.modules.push([name, texts[i + 1]]));
      for (const line of golden.source.split('\n')) {
        if (!line.startsWith('#')) break;
        const found = /^# (stdin|argv|limit|oracle|files): *(.*)$/.exec(line);
        if (!found) continue;
        if (found[1] === 'stdin') golden.stdin = JSON.parse(found[2].match(/"(?:[^"\\]|\\.)*"/)[0]);
        else if (found[1] === 'argv') golden.argv = JSON.parse(found[2]);
        else if (found[1] === 'limit') golden.limits.push(found[2].trim());
        else golden[found[1]] = found[2].trim();
      }
      cases.push(golden);
    }
    source = [];
  };
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  for (const line of lines) {
    if (line.startsWith('# ---')) {
      finish();
      title = line.slice(5).trim();
    }
    source.push(line);
  }
  finish();
  return cases;
}

export function readBlocks(text) {
  const blocks = new Map();
  let current = null;
  for (const line of text.split('\n').slice(0, -1)) {
    if (line.startsWith('=== ')) blocks.set((current = line), '');
    else if (current !== null) blocks.set(current, `${blocks.get(current)}${line}\n`);
  }
  return blocks;
}

function marked(mark, text) {
  if (text === '') return '';
  const ends = text.endsWith('\n');
  const lines = (ends ? text.slice(0, -1) : text).split('\n');
  return lines.map((line) => `${mark}${line ? ' ' : ''}${line}\n`).join('') + (ends ? '' : '\\ no newline\n');
}
export const outcomeOf = (stdout, stderr, exit) => marked('|', stdout) + marked('!', stderr) + (exit === 0 ? '' : `exit ${exit}\n`);

export function goldenFiles(root) {
  const found = [];
  for (const entry of fs.readdirSync(root, { recursive: true })) {
    if (entry.endsWith('.py')) found.push(path.join(root, entry));
  }
  return found.sort();
}
