import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'

/** Every workspace has its own type environment: the browser's names do not exist on the server. */
const results = globSync('*/tsconfig.json').map(project =>
  spawnSync('tsc', ['-p', project], { stdio: 'inherit', shell: process.platform === 'win32' }),
)
process.exitCode = results.every(({ status }) => status === 0) ? 0 : 1
