import { storedUser } from '../../../lib/current-user.ts'

export interface Place {
  label: string
  to: string
}

const MOST = 5

/** They name customers, so they live only as long as the tab is open and its admin signed in. */
let places: readonly Place[] = []
let owner: string | undefined

/** What this user found and opened last, the newest first. */
export const recentPlaces = (): readonly Place[] => (owner === storedUser()?.id ? places : [])

export function rememberPlace(place: Place): void {
  places = [place, ...recentPlaces().filter(({ to }) => to !== place.to)].slice(0, MOST)
  owner = storedUser()?.id
}

export function forgetPlaces(): void {
  places = []
}
