import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

/** What the tests write at their peak is 1.5 GB, and they need memory for themselves. */
const NEEDED_BYTES = 4e9
const NEEDED_MEMORY_BYTES = 10e9

/** A folder for temporary files that needs no disk, where there is room for the tests and programs can be started. */
export function folderInMemory(folder = '/dev/shm'): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder)
    if (bavail * bsize < NEEDED_BYTES || freemem() < NEEDED_MEMORY_BYTES) return
    const attempt = mkdtempSync(join(folder, 'mela-'))
    try {
      const program = join(attempt, 'program')
      writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 })
      execFileSync(program)
      return folder
    } finally {
      rmSync(attempt, { recursive: true })
    }
  } catch {
    return
  }
}
