import { vi } from 'vitest'
import type { startShop } from '../../test/shop.ts'
import { runDoctor } from './checks.ts'
import { runAdmin } from './run-admin.ts'

export interface Ended {
  code: number
  out: string
  err: string
}

const commands = { admin: runAdmin, doctor: runDoctor }

/** The operator's commands on a test's database, in its process. */
export function commandsOf(shop: ReturnType<typeof startShop>) {
  return {
    async run(
      command: keyof typeof commands,
      args: string[],
      environment: Record<string, string> = {},
    ): Promise<Ended> {
      const given = { DATABASE_URL: shop.databaseUrl, ADMIN_PASSWORD: undefined, ...environment }
      for (const [name, value] of Object.entries(given)) vi.stubEnv(name, value)
      const [out, err] = [listenTo(process.stdout), listenTo(process.stderr)]
      try {
        await commands[command](args)
        return { code: Number(process.exitCode ?? 0), out: out(), err: err() }
      } finally {
        process.exitCode = undefined
        vi.unstubAllEnvs()
        vi.restoreAllMocks()
      }
    },
  }
}

function listenTo(stream: NodeJS.WriteStream): () => string {
  let text = ''
  vi.spyOn(stream, 'write').mockImplementation(chunk => {
    text += chunk
    return true
  })
  return () => text
}
