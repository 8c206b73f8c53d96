import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Fault } from './faults.ts'
import type { Capture, Dispute, Order, Outcome, Refund, Webhook, WebhookEvent } from './records.ts'
import type { Ticket } from './tickets.ts'

interface Tables {
  orders: Map<string, Order>
  captures: Map<string, Capture>
  refunds: Map<string, Refund>
  disputes: Map<string, Dispute>
  outcomes: Map<string, Outcome>
  webhooks: Map<string, Webhook>
  events: Map<string, WebhookEvent>
  faults: Map<string, Fault>
  /** Forms that are open in a browser. */
  forms: Map<string, Ticket>
  /** Other state that survives a restart: the `port`, and by how many milliseconds the clock is `ahead`. */
  kept: Map<'port' | 'ahead', number>
}

export interface Store extends Tables {
  /** To be called after every change; changes of the same turn are written together. */
  changed(): void
  /** Resolves when every change is on disk; retries failed writes. */
  saved(): Promise<void>
}

type Snapshot = { [Table in keyof Tables]?: Tables[Table] extends Map<infer Key, infer Entry> ? [Key, Entry][] : never }

export async function openStore(snapshotFile?: string): Promise<Store> {
  const file = snapshotFile && resolve(snapshotFile)
  const snapshot = file ? await readSnapshot(file) : undefined
  const tables: Tables = {
    orders: new Map(snapshot?.orders),
    captures: new Map(snapshot?.captures),
    refunds: new Map(snapshot?.refunds),
    disputes: new Map(snapshot?.disputes),
    outcomes: new Map(snapshot?.outcomes),
    webhooks: new Map(snapshot?.webhooks),
    events: new Map(snapshot?.events),
    faults: new Map(snapshot?.faults),
    forms: new Map(snapshot?.forms),
    kept: new Map(snapshot?.kept),
  }
  const write = async () => {
    if (file) await writeSnapshot(file, tables)
  }
  return { ...tables, ...createSaver(write) }
}

function createSaver(write: () => Promise<void>) {
  let dirty = false
  let saving: Promise<void> | undefined

  const save = async () => {
    try {
      while (dirty) {
        await setImmediate()
        dirty = false
        await write()
      }
    } catch (error) {
      dirty = true
      throw error
    } finally {
      saving = undefined
    }
  }
  return {
    changed() {
      dirty = true
      saving ??= save()
      // A full disk must not end the process. saved() throws it to those who wait, and the next change writes again.
      saving.catch(() => {})
    },
    async saved() {
      if (dirty) saving ??= save()
      await saving
    },
  }
}

async function readSnapshot(file: string): Promise<Snapshot | undefined> {
  await mkdir(dirname(file), { recursive: true })
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch (cause) {
    throw new Error(`The snapshot ${file} is not JSON. Delete it to start afresh.`, { cause })
  }
}

async function writeSnapshot(file: string, tables: Tables) {
  const draft = `${file}.${process.pid}.tmp`
  await writeFile(
    draft,
    JSON.stringify(tables, (_, value) => (value instanceof Map ? [...value] : value)),
  )
  await rename(draft, file)
}
