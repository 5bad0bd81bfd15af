// Which test programs need not run again, because the same program passed with the same files.
//
// node scripts/passed.mjs to-run BUILT   test programs still to be run, a line each: key, package, folder, program (BUILT: cargo's messages of the build)
// node scripts/passed.mjs key FILE…      one key for these files and all files of the project
// node scripts/passed.mjs ask KEY        ends with 0 if it passed before
// node scripts/passed.mjs keep KEY…      they have passed
//
// A key is a hash of the program and of all files that its tests may read. Keys are kept in the target folder.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const kept = join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'passed');

/** Files that git tracks or would track, with the hash of what they hold. @type {Map<string, string>} */
const files = new Map();
for (const file of execFileSync('git', ['ls-files', '-zco', '--exclude-standard'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 }).split('\0')) {
    if (file && existsSync(join(root, file))) files.set(file, hash([readFileSync(join(root, file))]));
}

/** @param {(string | Buffer)[]} parts */
function hash(parts) {
    const sum = createHash('sha256');
    for (const part of parts) sum.update(part).update('\0');
    return sum.digest('hex');
}

/** @param {string[]} programs @param {(file: string) => boolean} read */
function key(programs, read) {
    const inputs = [...files].filter(([file]) => read(file)).sort(([a], [b]) => (a < b ? -1 : 1));
    return hash([process.env.SANDTABLE_LONG ?? '', ...programs.map((program) => readFileSync(program)), ...inputs.flat()]);
}

/** Tests of a game read their own crate, recorded games, positions, and the system of games that theirs may belong to. @param {string} folder */
function inputs(folder) {
    if (!folder.startsWith('crates/games/')) return () => true;
    const folders = [folder, 'recorded', 'docs/positions', 'crates/east'];
    return (/** @type {string} */ file) => folders.some((f) => file.startsWith(`${f}/`));
}

const [command, ...args] = process.argv.slice(2);
const path = (/** @type {string} */ k) => join(kept, k);
if (command === 'to-run' && args[0]) {
    for (const line of readFileSync(args[0], 'utf8').trim().split('\n')) {
        const { manifest_path: manifest, package_id: id, executable, profile } = JSON.parse(line);
        if (!executable || !profile?.test) continue;
        const folder = relative(root, dirname(manifest));
        // `path+file:///…/crates/cli#sandtable@0.1.0`; a folder of the package's name stands for it.
        const [, name = basename(folder)] = /#(.+)@/.exec(id) ?? [];
        const k = key([executable], inputs(folder));
        if (!existsSync(path(k))) console.log(k, name, folder, executable);
    }
} else if (command === 'key') {
    console.log(key(args, () => true));
} else if (command === 'ask' && args[0]) {
    process.exitCode = existsSync(path(args[0])) ? 0 : 1;
} else if (command === 'keep') {
    mkdirSync(kept, { recursive: true });
    for (const k of args) writeFileSync(path(k), '');
} else {
    console.error('usage: passed.mjs to-run BUILT | key FILE… | ask KEY | keep KEY…');
    process.exitCode = 1;
}
