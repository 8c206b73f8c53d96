export interface Place {
  label: string
  to: string
}

const MOST = 5

/** They name customers, so they live only as long as the tab is open and its admin signed in. */
let places: Place[] = []

/** What was found and opened last, the newest first. */
export const recentPlaces = (): readonly Place[] => places

export function rememberPlace(place: Place): void {
  places = [place, ...places.filter(({ to }) => to !== place.to)].slice(0, MOST)
}

export function forgetPlaces(): void {
  places = []
}
