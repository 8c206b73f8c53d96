import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Capture, Order, Outcome } from './records.ts'

export interface Store {
  orders: Map<string, Order>
  captures: Map<string, Capture>
  outcomes: Map<string, Outcome>
  /** To be called after every change; changes made in the same turn are written together. */
  changed(): void
  /** Resolves when everything changed so far is on disk; tries again what could not be written before. */
  saved(): Promise<void>
}

interface Snapshot {
  orders: [string, Order][]
  captures: [string, Capture][]
  outcomes: [string, Outcome][]
}

export async function openStore(snapshotFile?: string): Promise<Store> {
  const file = snapshotFile && resolve(snapshotFile)
  const snapshot = file ? await readSnapshot(file) : undefined
  const orders = new Map(snapshot?.orders)
  const captures = new Map(snapshot?.captures)
  const outcomes = new Map(snapshot?.outcomes)
  const write = async () => {
    if (file) await writeSnapshot(file, { orders: [...orders], captures: [...captures], outcomes: [...outcomes] })
  }
  return { orders, captures, outcomes, ...createSaver(write) }
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

async function writeSnapshot(file: string, snapshot: Snapshot) {
  const draft = `${file}.${process.pid}.tmp`
  await writeFile(draft, JSON.stringify(snapshot))
  await rename(draft, file)
}
