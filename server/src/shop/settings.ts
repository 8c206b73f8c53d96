import { isDeepStrictEqual } from 'node:util'
import { defaultSettings, findSetting, SETTING_GROUPS, type Settings, type VersionedSettings } from '@mela/contract'
import { sql } from 'kysely'
import type { Database, Transaction } from '../platform/database/database.ts'
import { onChange } from '../platform/database/invalidation.ts'
import type { Env } from '../platform/runtime/env.ts'

interface Log {
  warn(details: object, message: string): void
}

/** The owner may have switched a rehearsal live, which is no setting. */
export type StoredSettings = VersionedSettings & { takesRealMoney: boolean }

export async function readSettings(db: Database, log?: Log): Promise<StoredSettings> {
  const { changes, ...row } = await findChanges(db)
  const complain = (setting: string) => log?.warn({ setting }, 'a stored setting is not acceptable: its default holds')
  return { ...settingsOf(changes, complain), ...row }
}

export function openSettings(db: Database, log: Log) {
  let last: StoredSettings = { ...defaultSettings(), version: 1, takesRealMoney: false }
  let kept: Promise<StoredSettings> | undefined
  let isOpen: boolean | undefined
  const stop = onChange(tags => {
    if (tags.includes('shop') || tags.includes('*')) kept = isOpen = undefined
  })

  function read() {
    const reading = readSettings(db, log)
    kept = reading
    reading.then(
      settings => {
        if (kept !== reading) return
        last = settings
        isOpen = settings.shop.isOpen
      },
      () => {
        if (kept === reading) kept = undefined
      },
    )
    return reading
  }

  return {
    /** Read again after a change of any instance. */
    current: () => kept ?? read(),
    /** Some answers must not need the database. */
    get last() {
      return last
    },
    /** Undefined while the settings are read after a change. */
    get isOpen() {
      return isOpen
    },
    close: stop,
  }
}

type Group = keyof Settings
/** Keys are group and field, such as 'shop.name'. */
export type Values = Record<string, unknown>

const GROUPS = Object.keys(SETTING_GROUPS) as Group[]

export const valuesOf = (groups: Partial<Record<Group, object>>): Values =>
  Object.fromEntries(
    GROUPS.flatMap(group => Object.entries(groups[group] ?? {}).map(([field, value]) => [`${group}.${field}`, value])),
  )

const DEFAULTS = valuesOf(defaultSettings())

export const byGroup = (values: Values): Changes => {
  const groups: Changes = {}
  for (const [name, value] of Object.entries(values)) {
    const [group, field = ''] = name.split('.') as [Group, string]
    groups[group] = { ...groups[group], [field]: value }
  }
  return groups
}

/** Only what differs from the defaults is stored. */
export const changesOf = (values: Values): Changes =>
  byGroup(
    Object.fromEntries(Object.entries(values).filter(([name, value]) => !isDeepStrictEqual(value, DEFAULTS[name]))),
  )

/** `complain` gets the name of a stored value that is not acceptable; its default counts. */
export function settingsOf(changes: Changes, complain: (name: string) => void = () => {}): Settings {
  const values = { ...DEFAULTS }
  for (const [name, value] of Object.entries(valuesOf(changes))) {
    const parsed = findSetting(name)?.type.rule.safeParse(value)
    if (parsed?.success) values[name] = parsed.data
    else complain(name)
  }
  return byGroup(values) as Settings
}

type Changes = Partial<Record<keyof Settings, Record<string, unknown>>>

export async function findChanges(db: Database): Promise<{ changes: Changes } & Omit<StoredSettings, keyof Settings>> {
  return db
    .selectFrom('settings')
    .select(['changes', 'version', 'takes_real_money as takesRealMoney'])
    .executeTakeFirstOrThrow()
}

/** SHOP_MODE, but for a rehearsal that its owner has switched live. */
export const modeOf = ({ mode }: Pick<Env, 'mode'>, { takesRealMoney }: Pick<StoredSettings, 'takesRealMoney'>) =>
  mode === 'rehearsal' && takesRealMoney ? 'live' : mode

export async function lockChanges(db: Transaction): Promise<{ changes: Changes; version: number }> {
  return db.selectFrom('settings').select(['changes', 'version']).forUpdate().executeTakeFirstOrThrow()
}

/** Starts a new series of order numbers when its settings change. */
export async function updateChanges(db: Transaction, changes: Changes): Promise<void> {
  const before = await lockChanges(db)
  await db
    .updateTable('settings')
    .set({ changes: JSON.stringify(changes), version: sql`version + 1` })
    .execute()
  const series = orderSeriesOf(changes)
  if (!isDeepStrictEqual(series, orderSeriesOf(before.changes))) await startOrderSeries(db, series)
}

const orderSeriesOf = ({ orders = {} }: Changes) => [orders.firstNumber ?? null, orders.numberPrefix ?? '']

/** A number that an order of the same prefix has, or a lower one, is not given again. */
async function startOrderSeries(db: Transaction, [first, prefix]: unknown[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('order_series', 0))`.execute(db)
  await db.deleteFrom('order_series').execute()
  if (first === null) return
  await sql`
    insert into order_series (prefix, shift)
    select ${prefix}, greatest(${first}::bigint, (select coalesce(max(number), 0) + 1 from orders where number_prefix = ${prefix}))
      - last_value - case when is_called then 1 else 0 end
    from order_numbers`.execute(db)
}

export async function findCurrency(db: Database): Promise<string> {
  const { currency } = await db.selectNoFrom(sql<string>`shop_currency()`.as('currency')).executeTakeFirstOrThrow()
  return currency
}

export async function findVisitorPassword(db: Database): Promise<string | null> {
  const settings = db.selectFrom('settings').select('visitor_password_hash')
  return (await settings.executeTakeFirstOrThrow()).visitor_password_hash
}

/** All changes of settings have this subject in the audit log. */
export const SUBJECT = 'settings:shop'
