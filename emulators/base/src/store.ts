import { appendFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { StoredFault } from './faults.ts'
import type { Webhook, WebhookEvent } from './records.ts'
import type { Ticket } from './tickets.ts'

/** The tables of every emulator, beside those of its provider. */
export interface Tables {
  webhooks: Map<string, Webhook>
  events: Map<string, WebhookEvent>
  faults: Map<string, StoredFault>
  /** Forms that are open in a browser. */
  forms: Map<string, Ticket>
  /** Other state that survives a restart: the `port`, and by how many milliseconds the clock is `ahead`. */
  kept: Map<'port' | 'ahead', number>
}

const ownTables: (keyof Tables)[] = ['webhooks', 'events', 'faults', 'forms', 'kept']

export type Store<All extends Tables> = All & {
  /** Must be called after every change of an entry; changes of the same turn of the event loop are written together. */
  changed(table: keyof All & string, key: string): void
  /** Resolves when every change is on disk; retries failed writes. */
  saved(): Promise<void>
  /** Saves every change into the snapshot, and deletes the journal. */
  close(): Promise<void>
}

type Contents = Record<string, Map<string, unknown>>
type Snapshot = Record<string, [key: string, entry: unknown][]>
type Change = [table: string, key: string]

/** A journal of this size, some 1,500 paid orders, is replaced by a new snapshot. */
const longestJournalBytes = 32e6

/** Stores the tables as a snapshot and a journal of later changes, so that a change takes as long in a large shop. */
export async function openStore<All extends Tables>(
  names: Exclude<keyof All & string, keyof Tables>[],
  snapshotFile?: string,
): Promise<Store<All>> {
  const file = snapshotFile && resolve(snapshotFile)
  if (!file) return { ...tablesOf<All>(names), changed() {}, async saved() {}, async close() {} }
  await mkdir(dirname(file), { recursive: true })
  const tables = await readTables<All>(file, names)
  return { ...tables, ...createSaver(file, tables as unknown as Contents) }
}

/** Reads the tables from disk; they are empty without files. Throws when a file is not JSON. */
export async function readTables<All extends Tables>(file: string, names: string[]): Promise<All> {
  const snapshot = await readIfThere(file)
  const tables = tablesOf<All>(names, snapshot === undefined ? undefined : parse<Snapshot>(snapshot, file))
  const contents = tables as unknown as Contents
  // Text after the last line break is a line that a kill cut off; its request was never answered.
  const lines = (await readIfThere(journalOf(file)))?.split('\n').slice(0, -1) ?? []
  for (const line of lines) {
    const [table, key, entry] = parse<[...Change, entry: unknown]>(line, journalOf(file))
    if (entry === null) contents[table]?.delete(key)
    else contents[table]?.set(key, entry)
  }
  return tables
}

export async function removeState(file: string): Promise<void> {
  for (const part of [file, journalOf(file)]) await rm(part, { force: true })
}

function tablesOf<All extends Tables>(names: string[], snapshot?: Snapshot): All {
  const tables = [...names, ...ownTables].map(name => [name, new Map(snapshot?.[name])])
  return Object.fromEntries(tables)
}

function createSaver(file: string, tables: Contents) {
  let changes = new Map<string, Change>()
  let saving: Promise<void> | undefined
  /** Unknown before the first snapshot, and after a failed append, of which a part may be in the file. */
  let journalBytes: number | undefined

  async function write(changes: Change[]) {
    const lines = changes.map(([table, key]) => `${JSON.stringify([table, key, tables[table]?.get(key)])}\n`)
    const isShort = journalBytes !== undefined && journalBytes < longestJournalBytes
    const before = journalBytes ?? 0
    journalBytes = undefined
    if (isShort) await appendFile(journalOf(file), lines.join(''))
    else await writeSnapshot(file, tables)
    journalBytes = isShort ? before + lines.join('').length : 0
  }

  async function save() {
    try {
      while (changes.size > 0) {
        await setImmediate()
        const written = changes
        changes = new Map()
        await write([...written.values()]).catch(error => {
          changes = new Map([...written, ...changes])
          throw error
        })
      }
    } finally {
      saving = undefined
    }
  }

  async function saved() {
    if (changes.size > 0) saving ??= save()
    await saving
  }

  return {
    changed(...change: Change) {
      changes.set(change.join(' '), change)
      saving ??= save()
      // A full disk must not end the process: callers of saved() get the error, and the next change tries again.
      saving.catch(() => {})
    },
    saved,
    async close() {
      await saved()
      if (journalBytes !== 0) await writeSnapshot(file, tables)
    },
  }
}

const journalOf = (file: string) => `${file}.journal`

function parse<Content>(text: string, file: string): Content {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Error(`The file ${file} is not JSON. Delete it to start afresh.`, { cause })
  }
}

function readIfThere(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })
}

/** Deletes the journal last: after a kill in between, the journal only repeats what the snapshot contains. */
async function writeSnapshot(file: string, tables: Contents) {
  const draft = `${file}.tmp`
  await writeFile(
    draft,
    JSON.stringify(tables, (_, value) => (value instanceof Map ? [...value] : value)),
  )
  await rename(draft, file)
  await rm(journalOf(file), { force: true })
}
