import { randomUUID } from 'node:crypto'
import { chown, lchown, mkdir, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { ignoreMissing, nameOfWorkingFolder, run, type ServerUser } from './server-user.ts'

export interface Cluster {
  folder: string
  log: string
  binaries: Binaries
  user: ServerUser | undefined
}

export async function prepareCluster(cluster: Cluster, initdbArguments: string[]): Promise<void> {
  if (!(await majorOf(cluster.folder))) await initialise(cluster, initdbArguments)
  const major = await majorOf(cluster.folder)
  if (major !== cluster.binaries.major) {
    throw new Error(
      `The data in ${cluster.folder} was written by PostgreSQL ${major}, but this shop brings PostgreSQL ` +
        `${cluster.binaries.major}: move it with pg_dump and restore, or set DATABASE_URL.`,
    )
  }
  if (cluster.user) await handOver(cluster.folder, cluster.user)
  await removeDrafts(cluster.folder)
}

async function majorOf(folder: string): Promise<string | undefined> {
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(ignoreMissing)
  return version?.trim()
}

/** A draft becomes the cluster by a rename, so an interrupted start leaves no part of one. */
async function initialise(cluster: Cluster, initdbArguments: string[]): Promise<void> {
  const { folder, binaries, user } = cluster
  await refuseForeignFolder(folder)
  const draft = `${folder}.init-${randomUUID()}`
  try {
    await mkdir(draft, { mode: 0o700 })
    if (user) await chown(draft, user.uid, user.gid)
    const target = ['-D', nameOfWorkingFolder(draft, user)]
    const { ok, output } = await run(binaries.initdb, [...target, ...always, ...initdbArguments], { cwd: draft, user })
    if (!ok) throw new Error(`PostgreSQL could not set up ${folder}; DATABASE_URL can name another server.\n${output}`)

    await rmdir(folder).catch(() => undefined)
    await rename(draft, folder)
  } catch (error) {
    if (!(await majorOf(folder))) throw error
  } finally {
    await discard(draft)
  }
}

const always = [
  ...['--username=postgres', '--encoding=UTF8', '--no-instructions'],
  ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
]

async function refuseForeignFolder(folder: string): Promise<void> {
  const names = (await readdir(folder).catch(ignoreMissing)) ?? []
  if (names.length > 0 && !names.includes('PG_VERSION')) {
    throw new Error(`${folder} holds something else than a database of PostgreSQL: move it away, or set DATABASE_URL.`)
  }
}

/** A cluster that root restored from a backup belongs to root, which PostgreSQL refuses. */
async function handOver(folder: string, user: ServerUser): Promise<void> {
  if ((await stat(folder)).uid === user.uid) return
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), user.uid, user.gid)
  }
  await chown(folder, user.uid, user.gid)
}

/** The cluster exists, so drafts are left from a crash, or belong to a slower start that does not need them. */
async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(dirname(folder))) {
    if (name.startsWith(`${basename(folder)}.init-`)) await discard(join(dirname(folder), name))
  }
}

/** The initdb of a killed start may still be writing: it fails soon, and the next start removes the rest. */
async function discard(draft: string): Promise<void> {
  await rm(draft, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }).catch(() => undefined)
}

export type Settings = Record<string, string>
