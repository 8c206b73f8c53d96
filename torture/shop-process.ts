import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Death, kill, killDatabase } from './death.ts'
import type { Plan } from './killer.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const killer = fileURLToPath(new URL('killer.ts', import.meta.url))
const START_LIMIT_MS = 120_000

export interface ShopFolder {
  dataDir: string
  port: number
}

/** One process of the real shop, as `npm start` runs it, emulator and PostgreSQL included. */
export function startShop({ dataDir, port }: ShopFolder, plan?: Plan) {
  const log = openSync(join(dataDir, 'shop.txt'), 'a')
  const env = {
    ...process.env,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    // Making AVIFs would use a whole processor, and no step of an order waits for it.
    AVIF: 'off',
    // No order may expire during forty kills.
    ORDER_TTL_SECONDS: '86400',
    TORTURE_PLAN: JSON.stringify(plan),
  }
  const child = spawn(process.execPath, [...(plan ? ['--import', killer] : []), 'server/src/main.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', log, log],
  })
  const url = `http://127.0.0.1:${port}`
  let isDead = false
  const death = once(child, 'exit').then(() => {
    isDead = true
  })

  return {
    url,
    death,
    isDead: () => isDead,
    arm: () => child.kill('SIGUSR2'),

    /** True when it serves, false when it was killed before. */
    async opens(): Promise<boolean> {
      const giveUpAt = Date.now() + START_LIMIT_MS
      while (!isDead && Date.now() < giveUpAt) {
        if (
          await fetch(`${url}/api/health`).then(
            ({ ok }) => ok,
            () => false,
          )
        )
          return true
        await setTimeout(50)
      }
      if (!isDead) throw new Error('The shop does not open; shop.txt in its folder says why.')
      return false
    },

    async kill(how: Death) {
      if (how !== 'shop') killDatabase(dataDir)
      if (child.pid !== undefined && !isDead) kill(child.pid)
      await death
    },

    async close() {
      child.kill('SIGTERM')
      await death
    },
  }
}

export type Shop = ReturnType<typeof startShop>
