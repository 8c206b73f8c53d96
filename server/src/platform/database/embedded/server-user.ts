import { type ExecFileException, execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'

export interface ServerUser {
  uid: number
  gid: number
}

const nobody: ServerUser = { uid: 65534, gid: 65534 }

/** PostgreSQL refuses to run as root, so root uses the owner of the cluster, or nobody; other users must own it. */
export async function serverUserFor(cluster: string): Promise<ServerUser | undefined> {
  const self = process.getuid?.()
  const owner = await ownerOf(cluster)
  if (self !== 0) {
    if (owner && self !== undefined && owner.uid !== self) {
      throw new Error(
        `The database in ${cluster} belongs to user ${owner.uid}: ` +
          'start the shop as that user or as root, or set DATABASE_URL.',
      )
    }
    return undefined
  }
  if (process.platform !== 'linux') {
    throw new Error('The embedded PostgreSQL does not run as root here: use an ordinary account, or set DATABASE_URL.')
  }
  return owner && owner.uid !== 0 ? owner : nobody
}

/** Linux permits the working folder whatever its parents forbid, so the data stays in a DATA_DIR of mode 0700. */
export function nameOfWorkingFolder(folder: string, user: ServerUser | undefined): string {
  return user ? '/proc/self/cwd' : folder
}

/** PostgreSQL needs none of the shop's secrets and must not obey PGDATA, PGPORT or a locale. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const passedOn = ['PATH', 'SystemRoot', 'ComSpec', 'TEMP', 'TMP'].map(name => [name, process.env[name]])
  return { ...Object.fromEntries(passedOn.filter(([, value]) => value)), LC_ALL: 'C', TZ: 'UTC' }
}

export async function run(
  command: string,
  commandArguments: string[],
  { cwd, user }: { cwd: string; user: ServerUser | undefined },
): Promise<{ ok: boolean; output: string }> {
  const options = { cwd, env: serverEnvironment(), windowsHide: true, ...user }
  try {
    const { stdout, stderr } = await execute(command, commandArguments, options)
    return { ok: true, output: `${stdout}${stderr}`.trim() }
  } catch (error) {
    const { code, message, stdout = '', stderr = '' } = error as ExecFileException
    if (user && (code === 'EPERM' || code === 'EINVAL')) throw new Error(cannotChangeUser, { cause: error })
    return { ok: false, output: `${stdout}${stderr}`.trim() || message }
  }
}

const execute = promisify(execFile)
const cannotChangeUser =
  'The shop runs as root but may not start PostgreSQL, which refuses root, as another user: ' +
  'use an ordinary account, or set DATABASE_URL.'

async function ownerOf(path: string): Promise<ServerUser | undefined> {
  const found = await stat(path).catch(ignoreMissing)
  return found && { uid: found.uid, gid: found.gid }
}

export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

export function ignoreExisting(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'EEXIST') throw error
}
