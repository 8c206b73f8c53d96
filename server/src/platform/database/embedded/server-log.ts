import { type FileHandle, open, rename, stat } from 'node:fs/promises'

const megabyte = 1024 * 1024

export async function rotateLog(path: string, limit: number = 10 * megabyte): Promise<void> {
  if ((await sizeOf(path)) > limit) await rename(path, `${path}.1`).catch(ignoreMissing)
}

export function openLog(path: string): Promise<FileHandle> {
  return open(path, 'a', 0o600)
}

export async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(ignoreMissing))?.size ?? 0
}

export async function linesSince(path: string, start: number): Promise<string> {
  const log = await open(path, 'r').catch(ignoreMissing)
  if (!log) return ''
  try {
    const { size } = await log.stat()
    const from = Math.max(start > size ? 0 : start, size - 16 * 1024)
    const { buffer, bytesRead } = await log.read({ buffer: Buffer.alloc(16 * 1024), position: from })
    return buffer.toString('utf8', 0, bytesRead).trimEnd().split('\n').slice(-20).join('\n')
  } finally {
    await log.close()
  }
}

export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

export function ignoreExisting(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'EEXIST') throw error
}
