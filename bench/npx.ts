import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Runs a tool that is too large to be installed with the shop, in just this version; answers what it printed. */
export async function npx(tool: string, binary: string, args: string[], env: Record<string, string> = {}) {
  const { stdout } = await run('npx', ['--yes', '--package', tool, binary, ...args], {
    env: { ...process.env, ...env },
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  })
  return stdout
}
