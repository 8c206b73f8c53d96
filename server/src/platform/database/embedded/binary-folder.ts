import { randomUUID } from 'node:crypto'
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { ignoreExisting } from './expected-errors.ts'

export function program(native: string, name: string): string {
  return join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
}

/** npm may skip the postinstall script, which makes links between libraries and execute bits. */
export async function mendBinaries(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(native, relative('native', target))
    await symlink(relative(dirname(target), source), link).catch(ignoreExisting)
  }
  for (const name of ['postgres', 'initdb', 'pg_ctl']) {
    const { mode } = await stat(program(native, name))
    if ((mode & 0o111) !== 0o111) await chmod(program(native, name), mode | 0o555)
  }
}

export async function copyBinaries(native: string, cache: string, name: string): Promise<string> {
  await claim(cache)
  const copy = join(cache, name)
  if (await isComplete(copy, native)) return copy

  const draft = join(cache, `${name}.${randomUUID()}`)
  try {
    await cp(native, draft, { recursive: true, verbatimSymlinks: true })
    await openToAll(draft)
    await mendBinaries(draft)
    await rm(copy, { recursive: true, force: true })
    await rename(draft, copy)
  } catch (error) {
    if (!(await isComplete(copy, native))) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return copy
}

/** Another user could have filled the folder, as in a shared /tmp: it is refused. */
async function claim(cache: string): Promise<void> {
  await mkdir(dirname(cache), { recursive: true })
  await mkdir(cache).then(() => chmod(cache, 0o755), ignoreExisting)
  if (process.getuid === undefined) return

  const found = await lstat(cache)
  if (!found.isDirectory() || found.uid !== process.getuid() || (found.mode & 0o022) !== 0) {
    throw new Error(`${cache} is not a folder that only this account can write to`)
  }
}

async function isComplete(copy: string, native: string): Promise<boolean> {
  const names = await readdir(copy, { recursive: true }).catch(() => [])
  const present = new Set(names)
  return (await readdir(native, { recursive: true })).every(name => present.has(name))
}

/** A copy has the modes of its original, which may be read-only or closed to others. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const isProgram = entry.parentPath === join(folder, 'bin')
    if (!entry.isSymbolicLink()) {
      await chmod(join(entry.parentPath, entry.name), entry.isDirectory() || isProgram ? 0o755 : 0o644)
    }
  }
}
