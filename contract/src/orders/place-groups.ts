/** Places that stand for several countries, beside those of ISO 3166-1; 'WW' is every country without a place of its own. */
export const PLACE_GROUPS: Readonly<Record<string, string>> = { EU: 'European Union', WW: 'Rest of the world' }

export const EUROPEAN_UNION = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(
  ' ',
)

/** A country, then the groups that it is in, the narrowest first. */
export const widerPlaces = (country: string): string[] => [
  country,
  ...(EUROPEAN_UNION.includes(country) ? ['EU'] : []),
  'WW',
]

/** The countries that a place adds to those sold to; the rest of the world is those that are. */
export const countriesOf = (place: string): string[] =>
  place === 'EU' ? EUROPEAN_UNION : place === 'WW' ? [] : [place]
