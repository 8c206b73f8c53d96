/** Places that stand for several countries, beside those of ISO 3166-1; 'WW' is every country without a place of its own. */
export const PLACE_GROUPS: Readonly<Record<string, string>> = { EU: 'European Union', WW: 'Rest of the world' }

export const EUROPEAN_UNION = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(
  ' ',
)

export const widerPlaces = (country: string): string[] => [
  country,
  ...(EUROPEAN_UNION.includes(country) ? ['EU'] : []),
  'WW',
]

/** The rest of the world is the countries that are sold to. */
export const countriesOf = (place: string): string[] =>
  place === 'EU' ? EUROPEAN_UNION : place === 'WW' ? [] : [place]
