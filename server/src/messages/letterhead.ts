import type { Settings, ShopSettings } from '@mela/contract'
import { findMedia } from '../media/media.repository.ts'
import type { Database } from '../platform/database/database.ts'

export interface Letterhead extends Pick<ShopSettings, 'name' | 'address' | 'email'> {
  url: string
  /** In dark schemes the colour is lightened where the contrast needs it. */
  accent: string
  logo: { url: string; width: number; height: number } | null
}

/** A logo that was deleted since counts as none. */
export async function letterheadOf(db: Database, { shop, look }: Settings, url: string): Promise<Letterhead> {
  const logo = look.logo === null ? undefined : await findMedia(db, look.logo)
  return { ...shop, url, accent: look.accent, logo: logo ?? null }
}
