import { storedUser } from '../../../lib/current-user.ts'

export interface Place {
  label: string
  to: string
}

const MOST = 5

/** In memory only: places contain customers' names, so they end with the tab or when the admin signs out. */
let places: readonly Place[] = []
let owner: string | undefined

/** The results that this user opened last, newest first. */
export const recentPlaces = (): readonly Place[] => (owner === storedUser()?.id ? places : [])

export function rememberPlace(place: Place): void {
  places = [place, ...recentPlaces().filter(({ to }) => to !== place.to)].slice(0, MOST)
  owner = storedUser()?.id
}

export function forgetPlaces(): void {
  places = []
}
