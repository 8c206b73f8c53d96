import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'

/** Every workspace has its own type environment: the browser's names do not exist on the server. */
for (const project of globSync('*/tsconfig.json')) {
  const { status } = spawnSync('tsc', ['-p', project], { stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) process.exit(1)
}
