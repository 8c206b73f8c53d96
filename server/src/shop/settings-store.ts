import { defaultSettings, type VersionedSettings } from '@mela/contract'
import type { Database } from '../platform/database/database.ts'
import { onChange } from '../platform/database/invalidation.ts'
import { findChanges } from './settings.repository.ts'
import { settingsOf } from './settings.ts'

interface Log {
  warn(details: object, message: string): void
}

export async function readSettings(db: Database, log?: Log): Promise<VersionedSettings> {
  const { changes, version } = await findChanges(db)
  const complain = (setting: string) => log?.warn({ setting }, 'a stored setting is not acceptable: its default holds')
  return { ...settingsOf(changes, complain), version }
}

export interface SettingsStore {
  /** Read again after a change of any instance. */
  current(): Promise<VersionedSettings>
  /** Some answers must not need the database. */
  readonly last: VersionedSettings
  /** Undefined while the settings are read after a change. */
  readonly isOpen: boolean | undefined
  close(): void
}

export function openSettings(db: Database, log: Log): SettingsStore {
  let last: VersionedSettings = { ...defaultSettings(), version: 1 }
  let kept: Promise<VersionedSettings> | undefined
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
    current: () => kept ?? read(),
    get last() {
      return last
    },
    get isOpen() {
      return isOpen
    },
    close: stop,
  }
}
